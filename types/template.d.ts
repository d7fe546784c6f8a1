/// <reference types="node" />

import { Html, Rendered } from './index'

/**
 * What dialects are made of: the adapters for template languages that the option
 * `engines` takes. This interface is stable from version 1.0 on.
 */

export { Rendered }

/**
 * The adapter for one template language. `name`, `extensions` and `compile` are all that it has to have.
 *
 * @example
 * bufferedRender({ engines: { txt: dialect } })
 */
export interface Dialect {
  /** What messages and `buffered-render explain` call it. */
  name: string

  /** Those that its templates usually have, with their dot. The option `engines` says which ones it is used for. */
  extensions: readonly string[]

  /**
   * Compiles a template. It is called once for each file where templates are cached, otherwise whenever the
   * file has changed.
   *
   * @throws what the engine throws, which names the file and the line
   */
  compile (source: string, context: DialectContext): Program

  /** The engine's package, which is required from the app. Without one, the engine is the dialect itself. */
  package?: string

  /**
   * Reads a file's source.
   *
   * @default the file as UTF-8
   */
  read? (filename: string, engine: any): string

  /**
   * When the engine's own function calls Express back: within the call (Express 5 itself then goes on at the next tick),
   * at the next tick, or later, as one does that reads files. Pages by the dialect are answered at
   * the same moment, when others may have set status and headers. A page that the program promises is answered when it is there.
   *
   * @default 'at once'
   */
  answers?: 'at once' | 'next tick' | 'later'

  /**
   * Gives the compile options that the engine takes from an Express app whose views are rendered by
   * this function; nothing if the app sets options that only Express's own rendering
   * follows. Never take them from the locals of a request, which may hold a user's input.
   *
   * @default the app's `view options` and its `views`
   */
  appOptions? (engine: any, app: any, fn: Function): object | undefined

  /**
   * Whether its programs hand promises, async iterables and streams that they print to `wait` of the splicer
   * while a page is streamed. Otherwise the promises among the locals of `renderStream` are awaited before
   * the program runs, and streams and async iterables there are an error.
   *
   * @default false
   */
  asyncChunks?: boolean

  /**
   * For `buffered-render explain`: compiles all of a template at once, also what is otherwise left until
   * it is rendered, and tells what the template is made of. Meanwhile each run of its static text, and of no other
   * template's, goes through `StaticFragment.from` once.
   *
   * @default compiles it and tells nothing
   * @throws what the engine throws, which names the file and the line
   */
  explain? (source: string, context: DialectContext & { locals?: any }): Explanation

  /**
   * For `buffered-render compare`: gives a function that renders a file by the engine itself, compiled once, as
   * the engine's documentation recommends for production. Without it, views cannot be compared.
   */
  byEngine? (filename: string, context: DialectContext): (locals: any) => string | Promise<string>
}

/** What a template is made of. */
export interface Explanation {
  /**
   * Stretches of its source, in order, of which no two overlap. What is between them is code, comments and
   * white space that the engine leaves out.
   */
  spans?: Span[]

  /**
   * Why the engine itself renders the template, if it does: the rest of a sentence that
   * begins with the template.
   */
  whole?: string
}

/** A stretch of a template's source, in UTF-16 units. */
export interface Span {
  start: number
  end: number

  /** Text for the page as it stands, or a tag that writes what is computed for a render. */
  kind: 'static' | 'dynamic'
}

/** What a dialect compiles a template with. */
export interface DialectContext {
  /** The template's file, an absolute path. */
  filename: string

  /** The engine's package; the dialect itself if it names none. */
  engine: any

  /** The engine's compile options: `engineOptions`, what `appOptions` gives, and whether templates are cached. */
  options: { views: string | string[], cache: boolean, [name: string]: any }

  /** Gives the template of another file, such as an include. It is compiled by the same dialect and cached with the others. */
  load (filename: string): Template
}

/**
 * Writes a view's static fragments, and its dynamic segments, already escaped, into a splicer.
 * The locals are an object of this render's own. A promise says that more is written until it is fulfilled.
 */
export interface Program {
  (out: Splicer, locals: any): void | Promise<void>

  /** Other files that went into the program. Where templates are not cached, a change of one has the template compiled again. */
  dependencies?: readonly string[]

  /**
   * For dialects with `asyncChunks`: whether a render with these locals is left to the engine, which would print
   * promises as objects. The promises among the locals are awaited before such a render.
   */
  isLeft? (locals: any): boolean
}

/** A compiled view, as `load` gives it. */
export interface Template {
  /** Its file, an absolute path. */
  readonly filename: string

  /** What `compile` has returned, with everything else that the dialect has put on it. */
  readonly program: Program

  /** Those of its program. */
  readonly dependencies: readonly string[]

  /**
   * Renders it to a page of its own, for `splice`.
   *
   * @param outer the splicer of the template that includes this one
   * @throws what the template throws, as its engine words it
   */
  render (locals: object, outer?: Splicer): Html | Promise<Rendered>
}

/** What a program writes into during one render. */
export class Splicer {
  /** @param outer the splicer of the page that this one is a part of */
  constructor (outer?: Splicer)

  /** The text since the last chunk. Programs append to it. */
  text: string

  /** Whether the page is streamed. Only then a promise that is printed is waited for; otherwise it is text, as with the engine. */
  readonly isStreaming: boolean

  /** Puts a static fragment onto the page. */
  fragment (fragment: StaticFragment): void

  /** Puts another render onto the page; its fragments stay fragments. */
  splice (rendered: Html): void

  /** Keeps a place on the page for a value that comes later, or for several; `write` is called with each. */
  wait (value: PromiseLike<unknown> | AsyncIterable<unknown>, write: (out: Splicer, value: any) => void): void

  /** The same for a value that is printed unescaped. It has to give pages; text is a TypeError. */
  waitForPage (value: PromiseLike<unknown> | AsyncIterable<unknown>): void

  /** Says that what was written so far is final and that the program is about to wait: a streamed page sends it. */
  ready (): void

  /** Ends the page and gives it; if a place was kept in it, one that waits. */
  end (): Html
}

/** An immutable run of a template's text, encoded once. */
export class StaticFragment {
  constructor (text: string)
  readonly text: string

  /** The text as UTF-8. Never write to it. */
  readonly bytes: Buffer

  /** A hash of the bytes, which stands for them in validators. */
  readonly digest: string

  /** Makes a fragment of static text, or gives back the text where it is so short that a fragment would cost more. */
  static from (text: string): string | StaticFragment
}

/**
 * Makes a function that replaces characters by their entities.
 *
 * @example
 * createEscaper({ '&': '&amp;', '<': '&lt;' })
 */
export function createEscaper (entities: Readonly<Record<string, string>>): (text: string) => string

/** Keeps the instances that a dialect makes of its engine, one for each set of options. */
export class Instances {
  /** @param create makes an instance */
  constructor (create: (engine: any, options: object) => object)

  /**
   * Gives the instance for these options, the same for equal ones.
   *
   * @param options an object that nobody changes
   */
  get (engine: object, options: object): any
}

/** A stretch of source text and the code that replaces it. */
export interface Edit { start: number, end: number, code: string }

/** A node of an ESTree, with its place in the source text. */
export interface Node { type: string, start: number, end: number, [property: string]: any }

/**
 * A script in which each node knows what it is in. For engines that compile templates to JavaScript: read the code,
 * and edit it where it puts output together.
 */
export class SyntaxTree {
  private constructor ()

  /** Parses a script. Gives nothing if its syntax is not known, or nested too deeply. */
  static of (text: string): SyntaxTree | undefined

  readonly text: string
  readonly root: Node

  /** Every node with the one that it is in, parents first. */
  readonly parents: Map<Node, Node | undefined>

  /** Gives the nodes of a type, in the order of the text. */
  all (type: string): Node[]

  /** Gives the identifiers of a name, also where they are properties and keys. */
  named (name: string): Node[]

  /** Gives a node and all in it, parents first. */
  within (node: { start: number, end: number }): Node[]

  /** Gives the source text of a node. */
  source (node: { start: number, end: number }): string

  /** Gives the function that a node is in. */
  functionOf (node: Node): Node | undefined

  /**
   * Gives the text of a node, edited.
   *
   * @param edits in any order, of which no two overlap
   * @default node all of the script
   */
  edited (edits: Edit[], node?: { start: number, end: number }): string
}
