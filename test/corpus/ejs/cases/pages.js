'use strict'

const pageBlog = `<%- include('partials/page-head', { title: \`\${post.title} · \${site.name}\` }) -%>
<article class="post">
  <h1><%= post.title %></h1>
  <p class="meta">
    By <a href="/authors/<%= encodeURIComponent(post.author.name) %>"><%= post.author.name %></a>
    on <time datetime="<%= post.date.toISOString() %>"><%= formatDate(post.date) %></time>
    <% if (post.tags.length) { -%>
    in
    <% post.tags.forEach((tag, i) => { -%>
    <a class="tag" href="/tags/<%= tag %>"><%= tag %></a><%= i < post.tags.length - 1 ? ',' : '' %>
    <% }) -%>
    <% } -%>
  </p>
  <%- post.html %>
</article>
<section id="comments">
  <h2><%= post.comments.length %> <%= post.comments.length === 1 ? 'comment' : 'comments' %></h2>
  <%_ if (post.comments.length === 0) { _%>
  <p>Be the first to comment.</p>
  <%_ } _%>
  <%_ for (const comment of post.comments) { _%>
  <%- include('partials/page-comment', { comment }) _%>
  <%_ } _%>
</section>
<%- include('partials/page-foot') %>
`
const pageDashboard = `<%- include('layouts/dashboard', {
  title: t('dashboard'),
  sidebar: include('partials/dashboard-sidebar', { active: 'home' }),
  body: include('partials/dashboard-body')
}) %>
`

const date = new Date('2024-02-29T12:30:00Z')

const site = {
  name: 'Ships & Harbours',
  version: '1.2.3',
  year: 2024,
  links: [{ href: '/', text: 'Home' }, { href: '/about?a=1&b=2', text: 'About “us”' }]
}

const comments = [
  { id: 1, author: '<Ann>', text: 'First!\nAnd <second>', replies: [{ id: 2, text: 'A "reply"', replies: [{ id: 3, author: '王', text: '你好 🎉' }] }] },
  { id: 4, author: '', text: 'Anonymous' }
]

const post = {
  title: 'On <ships> & "harbours"',
  author: { name: 'Ann O\'Hara' },
  date,
  tags: ['sea', 'ships'],
  html: '<p>' + 'The sea is <em>wide</em>. '.repeat(100) + '</p>',
  comments
}

const plural = (count, word) => count === 1 ? word : `${word}s`
const blog = { site, formatDate: (day) => day.toISOString().slice(0, 10) }

const form = { action: '/users?next=/a&b', csrfToken: () => 'dG9rZW4+/w==', plural }

const dashboard = {
  t (key, ...values) { return [this.words?.[key] ?? key, ...values].join(' ') },
  words: { dashboard: 'Übersicht', hello: 'Hallo', number: 'Besuche & mehr' },
  user: { name: '<Ann>', admin: true },
  menu: [{ id: 'home' }, { id: 'users', admin: true, children: [{ id: 'groups' }] }],
  widgets: [{ type: 'number', value: 1234567 }, { type: 'bars', values: [3, 1, 2] }, { type: '</script>' }],
  theme: { accent: 'teal' }
}

module.exports = [
  ['a blog article', pageBlog, [{ ...blog, post }, { ...blog, lang: 'de', path: '/', description: 'x "y"', post: { ...post, tags: [], comments: [] } }]],
  ['a form with errors and a CSRF token', `<%
  function field (name, label, type = 'text', options = {}) {
    const error = errors[name]
-%>
<div class="field<%= error ? ' has-error' : '' %>">
  <label for="<%= name %>"><%= label %><% if (options.required) { %> <abbr title="required">*</abbr><% } %></label>
  <% if (type === 'textarea') { -%>
  <textarea id="<%= name %>" name="<%= name %>"><%= values[name] || '' %></textarea>
  <% } else if (type === 'select') { -%>
  <select id="<%= name %>" name="<%= name %>"><% Object.entries(options.choices).forEach(([value, text]) => { %>
    <option value="<%= value %>"<%= value === String(values[name]) ? ' selected' : '' %>><%= text %></option><% }) %>
  </select>
  <% } else { -%>
  <input type="<%= type %>" id="<%= name %>" name="<%= name %>" value="<%= type === 'password' ? '' : values[name] %>"<%- attributes(options) %>>
  <% } -%>
  <% if (error) { -%>
  <p class="error" role="alert"><%= error %></p>
  <% } -%>
</div>
<%
  }

  function attributes ({ required, max }) {
    return (required ? ' required' : '') + (max ? \` maxlength="\${max}"\` : '')
  }
-%>
<form method="post" action="<%= action %>" novalidate>
  <input type="hidden" name="_csrf" value="<%= csrfToken() %>">
  <% if (Object.keys(errors).length) { %><div class="alert">Please correct <%= Object.keys(errors).length %> <%= plural(Object.keys(errors).length, 'field') %>.</div><% } %>
<% field('email', 'E-mail', 'email', { required: true, max: 80 }) -%>
<% field('password', 'Password', 'password', { required: true }) -%>
<% field('country', 'Country', 'select', { choices: { de: 'Deutschland', fr: 'France', '': '— none —' } }) -%>
<% field('about', 'About you', 'textarea') -%>
  <label><input type="checkbox" name="terms" <%= values.terms ? 'checked' : '' %>> I accept the <a href="/terms">terms</a></label>
  <button type="submit" <%= locals.disabled ? 'disabled' : '' %>>Send</button>
</form>
`, [
    { ...form, values: {}, errors: {} },
    { ...form, values: { email: '"a" <a@b>', country: 'fr', about: '</textarea>', terms: 1 }, errors: { email: 'is not <valid>' }, disabled: true }
  ]],
  ['a dashboard', pageDashboard, [dashboard, { ...dashboard, user: { name: 'Bob' }, theme: undefined, widgets: [] }]],
  ['a blog article with rmWhitespace', pageBlog, [{ ...blog, post }], { options: { rmWhitespace: true } }],
  ['a dashboard with compileDebug: false', pageDashboard, [dashboard], { options: { compileDebug: false } }]
]
