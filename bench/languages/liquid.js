'use strict'

const path = require('node:path')
const { byName, byPath, calledIn } = require('./files')

function create (root, options) {
  const { Liquid } = require('liquidjs')
  return new Liquid({ root, extname: '.liquid', cache: true, ...options })
}

/** @returns {object} a tag that prints nothing, for one that a project has and the engine lacks */
function unknownTag (hasEnd) {
  return {
    parse ({ name }, rest) {
      if (hasEnd) rest.splice(0, rest.findIndex((token) => token.name === `end${name}`) + 1)
    },
    render: () => ''
  }
}

module.exports = {
  syntax: {
    extension: 'liquid',
    print: '{{ NAME | escape }}',
    each: ['{% for ITEM in LIST %}', '{% endfor %}'],
    if: ['{% if NAME %}', '{% endif %}'],
    some: ['{% if NAME.size > 0 %}', '{% endif %}'],
    include: "{% render 'NAME' %}",
    includeWith: "{% render 'NAME', ARGUMENT: ARGUMENT %}",
    extend: "{% layout 'layout' %}\n{% block content %}CONTENT{% endblock %}\n",
    block: '{% block content %}{% endblock %}'
  },
  engine ([views]) {
    const instance = create(views)
    return { instance, prepare: byName((name, locals) => instance.renderFileSync(name, locals)) }
  },
  projectEngine (roots, files) {
    const [root] = roots
    const isJekyll = root.includes('jekyll')
    const instance = create([...roots, path.join(root, '_includes')], { jekyllInclude: isJekyll, dynamicPartials: !isJekyll })
    const ends = calledIn(files, /\{%-?\s*end(\w+)/g)
    for (const name of calledIn(files, /\{%-?\s*([a-z_]\w*)/g)) {
      if (!Object.hasOwn(instance.tags, name) && !name.startsWith('end')) instance.registerTag(name, unknownTag(ends.has(name)))
    }
    return {
      instance,
      prepare: byPath(root, (name, locals) => instance.renderFileSync(name, locals)),
      setUp: (app, extension) => app.engine(extension, instance.express()),
      isCallable: () => false
    }
  },
  packages: {
    liquidjs: {
      setUp (app, root) {
        const instance = create(root)
        app.engine('liquid', instance.express())
        return instance
      }
    }
  }
}
