'use strict'

// Where apps have what a template misses. The messages of an engine for missing names are in the file of its language.

const ENGINE_HINT = 'If your app registers it with the engine, pass that engine with --options.'
const LOCALS_HINT = 'If your app has it in app.locals, res.locals or ctx.state, ' +
  'add it to the file of --data, which may be a module.'

/** A missing variable, or a missing method of one, but not a missing mixin of Pug. */
const MISSING_LOCAL = /(?:^|\n)(?!pug_mixins)\S+ is not (?:defined|a function)/

/** What is not known without an app. */
const WITHOUT_APP = 'The engines that an Express app registers with app.engine() are not known here: ' +
  'export the app as "app" in the file of --options.'

/** Why the pages of an app do not gain what they could. */
const BELOW_COMPRESSION = 'The app uses compression, which encodes the pages: they are sent to it unencoded. ' +
  'To splice them as gzip, set the option "compress" to true.'

/** A view outside of the folders of an app that has others mounted on it. */
const MOUNTED = 'If an app that is mounted on this one renders it, export that app as "app" in the file of --options.'
const VIEWS_OF_ALL = 'The option "views" also holds for apps that are mounted on this one: ' +
  'Express renders the views in their own folders.'

module.exports = { BELOW_COMPRESSION, ENGINE_HINT, LOCALS_HINT, MISSING_LOCAL, MOUNTED, VIEWS_OF_ALL, WITHOUT_APP }
