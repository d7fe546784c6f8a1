'use strict'

const { read } = require('./files')

/** @returns {(file: string) => (locals: object) => string} */
const compilerFor = (views) => (file) => require('ejs').compile(read(file), { filename: file, views, cache: true })

const syntax = {
  extension: 'ejs',
  print: '<%= NAME %>',
  each: ['<% for (const ITEM of LIST) { -%>', '<% } -%>'],
  if: ['<% if (NAME) { -%>', '<% } -%>'],
  some: ['<% if (NAME.length > 0) { -%>', '<% } -%>'],
  include: "<%- include('NAME') -%>",
  includeWith: "<%- include('NAME', { ARGUMENT }) -%>",
  text: "<%- include('NAME.html') -%>",
  html: '<%- NAME %>'
}

module.exports = {
  syntax,
  engine: (folders) => ({ prepare: compilerFor(folders) }),
  projectEngine: (roots) => ({
    instance: require('ejs'),
    prepare: compilerFor(roots),
    setUp: (app, extension) => app.engine(extension, require('ejs').__express),
    isCallable: () => true,
    own: ['locals', 'escapeFn', 'include', 'rethrow']
  }),
  packages: { ejs: {} }
}
