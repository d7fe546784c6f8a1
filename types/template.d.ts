/// <reference types="node" />

import { Html, Rendered } from './index'

/**
 * What dialects are made of: the adapters for template languages that the option
 * `engines` takes.
 */

export { Rendered }

/**
 * The adapter for one template language.
 *
 * @example
 * bufferedRender({ engines: { txt: dialect } })
 */
export interface Dialect {
  name: string

  /** With their dot. */
  extensions: readonly string[]

  /**
   * Compiles a template.
   *
   * @throws what the engine throws, which names the file and the line
   */
  compile (source: string, context: DialectContext): Program

  /**
   * The engine's package, which is required from the app. Without one, the engine
   * is the dialect itself.
   */
  package?: string

  /** Other packages whose functions an Express app may call for views of this language. */
  packages?: readonly string[]

  /**
   * Gives a file's source.
   *
   * @default the file as UTF-8
   */
  read? (filename: string, engine: any): string

  /** Whether it is an engine of this dialect: its package, or an instance that the app has made. */
  accepts? (engine: any): boolean

  /**
   * Gives the engine whose function Express is about to call for a view, or whose
   * View class it uses, if it is one of a package with these exports. What such a
   * function does when it is first called, it has done then.
   */
  engineOf? (fn: Function, exports: any, view: any): object | undefined

  /**
   * Gives what Express can call for a view, as a method of its View.
   *
   * @default a function that runs the program
   */
  expressFunction? (engine: any): (this: any, filename: string, locals: any, callback: (error: unknown, page?: string) => void) => void

  /**
   * When the engine's own function calls Express back: within the call (by Express 5 at the next tick),
   * at the next tick, or later, as one does that reads files. Status and headers of a response are
   * those of that moment. A page that the program promises is given when it is there.
   *
   * @default 'at once'
   */
  answers?: 'at once' | 'next tick' | 'later'

  /**
   * Gives the compile options that the engine takes from an Express app that calls
   * this function; nothing if the app sets some in a way that only Express's own
   * rendering follows. Never take them from the locals of a request, which may hold
   * a user's input.
   *
   * @default the app's `view options` and its `views`
   */
  appOptions? (engine: any, app: any, fn: Function): object | undefined

  /**
   * Compiles all of a template at once, also what is else left until it is rendered, and
   * tells what it is made of, for `buffered-render explain`. Each run of its static text,
   * and of no other template's, goes through `StaticFragment.from` meanwhile, once.
   *
   * @default compiles it and tells nothing
   * @throws what the engine throws, which names the file and the line
   */
  explain? (source: string, context: DialectContext & { locals?: any }): Explanation

  /**
   * Gives what renders a file by the engine itself, compiled once, as its documentation has
   * it done in production: what `buffered-render compare` compares with.
   */
  byEngine? (filename: string, context: DialectContext): (locals: any) => string | Promise<string>

  /**
   * Whether its programs have the splicer wait, while a page is streamed, for the promises,
   * async iterables and streams that they print. Otherwise the promises among the locals that
   * `renderStream` is called with are awaited before, and streams and async iterables there are
   * an error.
   *
   * @default false
   */
  asyncChunks?: boolean
}

/** What a template is made of. */
export interface Explanation {
  /**
   * Of its source, in order, none over another. What is between them is code, comments and
   * white space that the engine leaves out.
   */
  spans?: Span[]

  /**
   * Why the engine itself renders the template, if it does: the rest of a sentence that
   * begins with the template.
   */
  whole?: string

  /** Of EJS: why the template keeps its `with`, and otherwise what would have it kept. */
  with?: { kept?: string, keptIf: string[] }
}

/** A stretch of a template's source, in UTF-16 units. */
export interface Span {
  start: number
  end: number

  /** Text for the page as it stands, or a tag that writes what is computed for a render. */
  kind: 'static' | 'dynamic'
}

export interface DialectContext {
  filename: string

  /** The engine's package, or an instance of it that the app has made. */
  engine: any

  /** The engine's compile options; `views`, the folders of views, and `cache` are always there. */
  options: { views: string | string[], cache: boolean, [name: string]: any }

  /** Gives the template of another file, whose program and fragments are kept as well. */
  load (filename: string): Template
}

/**
 * Writes a view's static fragments and dynamic segments, escaped already, into a
 * splicer. The locals are an object of this render's own.
 */
export interface Program {
  (out: Splicer, locals: any): void | Promise<void>

  /** The other files that it was compiled of, for a change to be seen where templates are not cached. */
  dependencies?: readonly string[]

  /**
   * Whether it leaves a render with these locals to the engine, which prints promises as objects:
   * they are awaited before then, whatever `asyncChunks` of the dialect says.
   */
  isLeft? (locals: any): boolean
}

/** A compiled view. */
export class Template {
  constructor (filename: string, program: Program, dialect?: Pick<Dialect, 'asyncChunks'>)
  readonly filename: string
  readonly program: Program
  readonly dependencies: readonly string[]

  /**
   * @param outer the splicer of a template that includes this one
   * @throws what the template throws, as its engine words it
   */
  render (locals: object, outer?: Splicer): Html | Promise<Rendered>
}

/** What a program writes into during one render. */
export class Splicer {
  /** Text since the last chunk: append to it. */
  text: string

  /** Whether the page is streamed: only there is a promise that is printed waited for, elsewhere it is what it is to the engine. */
  readonly isStreaming: boolean

  /** Puts a static fragment onto the page. */
  fragment (fragment: StaticFragment): void

  /** Puts another render onto the page; its fragments stay fragments. */
  splice (rendered: Html): void

  /** Keeps a place on the page for what is not there yet; `write` puts there what it gives. */
  wait (value: PromiseLike<unknown> | AsyncIterable<unknown>, write: (out: Splicer, value: any) => void): void

  /** The same for what is printed unescaped, which has to give pages: text is a TypeError. */
  waitForPage (value: PromiseLike<unknown> | AsyncIterable<unknown>): void

  /** Says that what was written stays as it is and that the program is going to wait: in a stream, that can go. */
  ready (): void

  /** @returns the page that was written, which waits if a place was kept in it */
  end (): Html
}

/** An immutable run of a template's text, encoded once. */
export class StaticFragment {
  constructor (text: string)
  readonly text: string
  readonly bytes: Buffer
  readonly digest: string

  /** Gives static text in the form that is cheapest to put on a page: short text as it is. */
  static from (text: string): string | StaticFragment
}

/** Makes a function that replaces characters by their entities. */
export function createEscaper (entities: Readonly<Record<string, string>>): (text: string) => string

/** The instances that a dialect makes of an engine's package where the app has made none, one for each set of options. */
export class Instances {
  constructor (create: (engine: any, options: object) => object)

  /** @param options nobody else's */
  get (engine: object, options: object): any
}

/** Whether two objects have the same properties; lists, the same elements. */
export function isEqual (a: object, b: object): boolean

/** Whether there is such a file. */
export function isFile (file: string): boolean

/** Whether a file is below a folder, by its name; both are absolute paths. */
export function isWithin (file: string, folder: string): boolean

/**
 * For places that an engine tells by line and column: gives the index in the source of such
 * a place, the first line and the first column being 0.
 *
 * @param lineEnd what ends a line to the engine, with the flag `g`
 * @default lineEnd /\r\n?|\n/g
 */
export function offsetOf (source: string, lineEnd?: RegExp): (line: number, column: number) => number

/** A stretch of source text and what stands there instead. */
export interface Edit { start: number, end: number, code: string }

/** A node of an ESTree, with its place in the source text. */
export interface Node { type: string, start: number, end: number, [property: string]: any }

/** For engines that turn templates into JavaScript: reads and edits it. */
export const generatedCode: {
  /** Gives a script's tree; nothing if its syntax is not known, or nested too deeply. */
  parse (text: string): Node | undefined

  /** Gives eslint-scope's manager of the scopes in a tree. */
  scopesOf (ast: Node): any

  /** Visits a tree, parents first; `visit` returns false to leave out what is below a node. */
  walk (node: Node | Node[], visit: (node: Node, parent: Node | undefined) => boolean | void): void

  isFunction (node: Node): boolean

  /** Gives the lists of statements in a node. */
  listsOf (node: Node): Node[][]

  /** Groups the statements that write static text and between which nothing happens that shows. */
  staticRuns (statements: Node[], kinds: { isStatic (statement: Node): boolean, isSilent (statement: Node): boolean }): Node[][]

  /** Gives a part of a text, edited. */
  apply (edits: Edit[], text: string, part: { start: number, end: number }): string
}

/** A piece of JavaScript, parsed, in which each node knows what it is in. */
export class SyntaxTree {
  private constructor ()
  static of (text: string): SyntaxTree | undefined
  readonly text: string
  readonly root: Node
  readonly parents: Map<Node, Node | undefined>
  all (type: string): Node[]
  named (name: string): Node[]
  within (node: Node): Node[]
  source (node: Node): string
  functionOf (node: Node): Node | undefined
  edited (edits: Edit[], node?: { start: number, end: number }): string
}
