/// <reference types="node" />

import { Html, Rendered } from './index'

/**
 * The interface for dialects, the adapters for template languages. An app registers its own dialects with the option
 * `engines`. The interface is stable from version 1.0 on.
 */

export { Rendered }

/**
 * The adapter for one template language. Only `name`, `extensions` and `compile` are required.
 *
 * @example
 * bufferedRender({ engines: { txt: dialect } })
 */
export interface Dialect {
  /** The name of the dialect in messages and in the report of `buffered-render explain`. */
  name: string

  /** The usual extensions of its templates, with the dot. The keys of the option `engines` determine where it is used. */
  extensions: readonly string[]

  /**
   * Compiles a template. With cached templates it is called once for each file; otherwise for each render, with the program that it
   * returned last as `previous`, which it may return again.
   *
   * @throws the engine's own error, which names the file and the line
   */
  compile (source: string, context: DialectContext): Program

  /**
   * The name of the engine's package, which is required from the app.
   *
   * @default none; the `engine` of a context is then the dialect itself
   */
  package?: string

  /**
   * Reads the source of a template.
   *
   * @default reads the file as UTF-8
   * @throws if the file cannot be read
   */
  read? (filename: string, engine: any): string

  /**
   * When the engine's own Express function calls back: during the call, at the next tick, or later (for example, after
   * reading files). Pages of the dialect are sent at the same moment, because middleware may set the status or headers
   * until then. If the program returns a promise, the page is sent when that is fulfilled.
   *
   * @default 'at once'
   */
  answers?: 'at once' | 'next tick' | 'later'

  /**
   * Returns the compile options that the engine reads from an Express app, or `undefined` if the app sets options that
   * the dialect cannot apply; Express then renders the views itself. Never read options from the locals of a request,
   * which may contain user input.
   *
   * @param fn the engine function that the app uses for the extension
   * @default the app's `view options` and its `views`
   */
  appOptions? (engine: any, app: any, fn: Function): object | undefined

  /**
   * Whether the programs pass promises, async iterables and streams to `wait` or `waitForPage` of the splicer while a
   * page is streamed. Otherwise the promises among the locals of `renderStream` are awaited before the program runs,
   * and streams and async iterables among them are a TypeError.
   *
   * @default false
   */
  asyncChunks?: boolean

  /**
   * Describes a template for `buffered-render explain`. It compiles the whole template at once, including parts that
   * are otherwise compiled during a render. During the call, each run of the template's static text must pass through
   * `StaticFragment.from` once, and no text of other templates.
   *
   * @default compiles the template and returns an empty explanation
   * @throws the engine's own error, which names the file and the line
   */
  explain? (source: string, context: DialectContext & { locals?: any }): Explanation

  /**
   * Returns a function that renders a file with the engine alone, in the way that its documentation recommends, for
   * `buffered-render compare`. Neither code of the dialect nor what it keeps in caches of the engine may take part in
   * these pages, with which its own are compared. The context is that of `compile`. `byEngine` is called again when
   * `compile` is.
   *
   * The function gets an object that only this render uses. It adds nothing to it. It throws the errors of the engine.
   *
   * @default none; the views of the dialect cannot be compared
   * @throws the engine's own error for a file that it cannot read or compile
   */
  byEngine? (filename: string, context: DialectContext): (locals: any) => string | Promise<string>
}

/** The parts of a template, for `buffered-render explain`. */
export interface Explanation {
  /**
   * The static and dynamic spans of the source, in order, without overlaps. The rest is code, comments and removed
   * white space.
   */
  spans?: Span[]

  /**
   * Why the engine itself renders the template, as the predicate of a sentence whose subject is the template, such as
   * `'uses eval'`. Omit it if the dialect renders the template.
   */
  engineFallback?: string
}

/** A range of a template's source. Offsets count UTF-16 code units. */
export interface Span {
  /** The offset of the first code unit. */
  start: number

  /** The offset after the last code unit. */
  end: number

  /** Static text that is printed unchanged, or a tag that prints a dynamic segment. */
  kind: 'static' | 'dynamic'
}

/** The context in which a dialect compiles a template. */
export interface DialectContext {
  /** The absolute path of the template's file. */
  filename: string

  /** The engine's package, or the dialect itself if it has no `package`. */
  engine: any

  /**
   * The compile options: those of `engineOptions` and `appOptions`, the views folders, and whether templates are
   * cached. The object has no prototype, since `Object.prototype` may be polluted. Pass a copy to the engine:
   * `{ ...options }`.
   */
  options: { views: string | string[], cache: boolean, [name: string]: any }

  /**
   * Returns the template of another file, such as an include. The same dialect compiles it, and it is cached.
   *
   * @param options the compile options, by default those of the app
   * @throws if the file cannot be read or compiled
   */
  load (filename: string, options?: object): Template

  /** What `compile` returned last for the file, if templates are not cached. Return it if nothing that it depends on has changed. */
  previous?: Program
}

/** The compiled form of a template. */
export interface Program {
  /**
   * Writes the static fragments and the dynamic segments of one page, already escaped, into a splicer.
   *
   * @param locals a new object for each render; the program may change it
   * @returns a promise if the program is asynchronous; the page ends when it is fulfilled
   * @throws the engine's own error
   */
  (out: Splicer, locals: any): void | Promise<void>

  /** Other files that were compiled into the program. Their sizes count in the option `cacheSize`. */
  dependencies?: readonly string[]

  /**
   * Returns whether the engine itself renders the template with these locals. It would print promises as objects, so
   * the promises among the locals of `renderStream` are awaited first. Used with `asyncChunks` only.
   */
  usesEngine? (locals: any): boolean

  /**
   * Compiles what is otherwise compiled at the first render, such as included files. Called by `renderer.precompile()`.
   *
   * @returns why the engine itself renders the template, as the predicate of a sentence whose subject is the template, if it
   *   does
   * @throws the engine's own error, which names the file and the line
   */
  precompile? (): string | undefined | void | Promise<string | undefined | void>
}

/** A compiled view, as returned by `load`. */
export interface Template {
  /** The absolute path of the file. */
  readonly filename: string

  /** The program that `compile` returned, including any properties that the dialect added. */
  readonly program: Program

  /** The dependencies of the program. */
  readonly dependencies: readonly string[]

  /** Calls `precompile` of the program, if it has that function. */
  precompile (): string | undefined | void | Promise<string | undefined | void>

  /**
   * Renders the template to a page, which can be inserted with `splice`.
   *
   * @param locals an object that the template may change
   * @param outer the splicer of the including template
   * @returns the page; a promise of it if the program is asynchronous
   * @throws the engine's own error
   */
  render (locals: object, outer?: Splicer): Html | Promise<Rendered>
}

/** Collects the output of a program during one render: static fragments and the text between them. */
export class Splicer {
  /** @param outer the splicer of the page that this one is a part of */
  constructor (outer?: Splicer)

  /** The text since the last chunk, already escaped. Programs append to it. */
  text: string

  /**
   * Why the engine itself renders the template, as the predicate of a sentence whose subject is the template. A program sets
   * it before it ends; `stats().engine` counts these renders.
   */
  engineFallback: string | undefined

  /** Whether the page is streamed. If not, a promise is printed as the engine prints it. */
  readonly isStreaming: boolean

  /** Appends a static fragment. */
  fragment (fragment: StaticFragment): void

  /** Appends another page. Its fragments remain fragments. */
  splice (rendered: Html): void

  /**
   * Appends an async chunk for a promise, an async iterable or a stream.
   *
   * @param write writes one value that has arrived, escaped, into a splicer
   */
  wait (value: PromiseLike<unknown> | AsyncIterable<unknown>, write: (out: Splicer, value: any) => void): void

  /** Appends an async chunk that is printed unescaped. Its values must be pages; text is a TypeError. */
  waitForPage (value: PromiseLike<unknown> | AsyncIterable<unknown>): void

  /** Marks the output so far as final. A program calls it before it waits; a streamed page then sends that output. */
  ready (): void

  /**
   * Marks the output so far as final. A program awaits the result in place of a value, and at each turn of a loop that awaits.
   *
   * @returns the value, or a promise of it: for a streamed page, it waits while the client reads more slowly than the
   *   program writes, and rejects once the client has left
   */
  paced<T> (value: T): T | Promise<Awaited<T>>

  /** Ends the render and returns the page, which is pending if it contains async chunks. */
  end (): Html
}

/** An immutable run of static text, encoded once. */
export class StaticFragment {
  constructor (text: string)

  /** The text. */
  readonly text: string

  /** The text as UTF-8. Never modify it. */
  readonly bytes: Buffer

  /** A hash of the bytes, which represents them in validators. */
  readonly digest: string

  /**
   * Returns a fragment, or the text itself if a fragment does not pay: text shorter than 256 bytes, or text with a lone
   * surrogate.
   */
  static from (text: string): string | StaticFragment
}

/**
 * Creates a function that replaces characters with entities.
 *
 * @param entities each character to replace, a single UTF-16 code unit, and its replacement
 * @example
 * createEscaper({ '&': '&amp;', '<': '&lt;' })
 */
export function createEscaper (entities: Readonly<Record<string, string>>): (text: string) => string

/** Caches the instances that a dialect creates of its engine, one for each set of options, up to 16 for each engine. */
export class Instances {
  /** @param create creates an instance of the engine with these options */
  constructor (create: (engine: any, options: object) => object)

  /**
   * Returns the instance for a set of options. Equal options give the same instance.
   *
   * @param options an object that is not modified afterwards
   */
  get (engine: object, options: object): any
}

/** A replacement of a range of source text. Offsets count UTF-16 code units; `end` is exclusive. */
export interface Edit { start: number, end: number, code: string }

/** An ESTree node with its range in the source text. Offsets count UTF-16 code units; `end` is exclusive. */
export interface Node { type: string, start: number, end: number, [property: string]: any }

/**
 * A parsed script with a parent for each node. For engines that compile templates to JavaScript: find the code that
 * assembles the output, and edit it.
 */
export class SyntaxTree {
  private constructor ()

  /** Parses a script. Returns `undefined` if the parser rejects its syntax or the code is nested too deeply. */
  static of (text: string): SyntaxTree | undefined

  /** The source text. */
  readonly text: string

  /** The `Program` node. */
  readonly root: Node

  /** Maps every node to its parent, parents first. */
  readonly parents: Map<Node, Node | undefined>

  /** Returns the nodes of a type, in source order. */
  all (type: string): Node[]

  /** Returns the identifiers with a name, including property names and keys, in source order. */
  named (name: string): Node[]

  /** Returns a node and its descendants, parents first. */
  within (node: { start: number, end: number }): Node[]

  /** Returns the source text of a node. */
  source (node: { start: number, end: number }): string

  /** Returns the innermost function that contains a node. */
  functionOf (node: Node): Node | undefined

  /** The names that the code uses without declaring them, in source order. */
  readonly freeReferences: readonly { identifier: Node, isWrite: boolean }[]

  /**
   * Returns the text of a node with edits applied.
   *
   * @param edits in any order, without overlaps
   * @param node the whole script by default
   */
  edited (edits: Edit[], node?: { start: number, end: number }): string
}

/**
 * The name by which rewritten code finds the object with what it needs, X below. It is random in each process, so that no
 * local can shadow it. Further names may begin with it.
 */
export const OURS: string

/** The name of the splicer in rewritten code. */
export const OUT: string

/** A range of source text: a node, or a node with the parentheses and comments around it. */
export interface Range { start: number, end: number }

/** What a statement writes: static text, a value that is printed unescaped or escaped, or code that gives escaped text. */
export type Part = { text: string } | { raw: Range } | { escaped: Range } | { code: Range }

/** What a dialect says about the code that its engine generates. */
export interface PageLanguage {
  /**
   * Returns what a statement writes, in order. `null` if it neither writes nor matters, such as the engine's record of its
   * position; `undefined` for any other statement.
   */
  partsOf (statement: Node): Part[] | null | undefined

  /**
   * The names of the engine's own variables. A template that uses one is rendered by the engine: all that the engine generates
   * with them must be edited or allowed.
   */
  names: readonly string[]

  /** Edits of other code of the engine, such as its helpers and the end of its function. They must not overlap statements that write. */
  edits?: readonly Edit[]

  /** Returns whether an identifier of such a name may stay. */
  allows? (identifier: Node): boolean

  /**
   * Returns whether a function is the engine's, and its statements write to this splicer; `undefined` is code outside of functions.
   *
   * @default the functions of the template write to it, too
   */
  owns? (fn: Node | undefined): boolean

  /**
   * Returns whether a `return` in a function ends the page. A template with one that is not edited is rendered by the engine.
   *
   * @default in code outside of functions
   */
  endsPage? (fn: Node | undefined): boolean

  /** Returns whether the engine generated the statement a second time, so that its text is not counted again. */
  repeats? (statement: Node): boolean

  /**
   * Returns whether a streamed page may send its output before an `await` or a `for await`.
   *
   * @default always
   */
  waits? (node: Node): boolean

  /** The code before a value that is printed unescaped. The default calls `X.raw(OUT, …)`. */
  raw?: string

  /** The code before a value that is printed escaped. The default calls `X.escape(OUT, …)`. */
  escaped?: string
}

/**
 * Finds the statements that write a page in the code that an engine generated, and edits them to write to a splicer: static
 * text as `OUT.text += "…"` or `OUT.fragment(X.fragments[0])`, values by `X.raw(OUT, value)` and `X.escape(OUT, value)`.
 *
 * @returns the edits, for `tree.edited`, and the property `fragments` of X; or the reason why the engine has to render the
 *   template, as the predicate of a sentence whose subject is the template
 */
export function pageCode (tree: SyntaxTree, language: PageLanguage):
  { edits: Edit[], fragments: StaticFragment[], reason?: undefined } | { edits?: undefined, fragments?: undefined, reason: string }
