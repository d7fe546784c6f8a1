'use strict'

/** Views of Nunjucks that are made of components: macros with keyword arguments, parameters and callers, and included templates. */

const MACROS = `
{%- macro attributes(list) %}{% for name, value in list %} {{ name }}="{{ value }}"{% endfor %}{% endmacro %}
{%- macro row(person) %}
  <tr class="row{% if person.active %} row--active{% endif %}"><td>{{ person.id }}</td><td>{{ person.name }}</td>
    <td><a href="mailto:{{ person.email }}">{{ person.email }}</a></td><td>{{ person.address.city }}</td></tr>
{%- endmacro %}
{%- macro input(name, label="", type="text", value="", hint="") %}
<div class="field">
  <label class="label" for="{{ name }}">{{ label }}</label>
  {% if hint %}<div id="{{ name }}-hint" class="hint">{{ hint }}</div>{% endif %}
  <input class="input" id="{{ name }}" name="{{ name }}" type="{{ type }}" value="{{ value }}"{% if hint %} aria-describedby="{{ name }}-hint"{% endif %}>
</div>
{%- endmacro %}
{%- macro button(params) %}{% set classes = "button" %}{% if params.classes %}{% set classes = classes + " " + params.classes %}{% endif %}
{%- if params.href %}
<a href="{{ params.href }}" role="button" draggable="false" class="{{ classes }}" data-module="button"{{ attributes(params.attributes) }}>{{ params.html | safe if params.html else params.text }}</a>
{%- else %}
<button{% if params.name %} name="{{ params.name }}"{% endif %} type="{{ params.type if params.type else 'submit' }}" class="{{ classes }}" data-module="button"{{ attributes(params.attributes) }}>{{ params.html | safe if params.html else params.text }}</button>
{%- endif %}{% endmacro %}
{%- macro card(title, footer="") %}<section class="card"><h2 class="card__title">{{ title }}</h2><div class="card__body">{{ caller() }}</div>{% if footer %}<p>{{ footer }}</p>{% endif %}</section>{% endmacro %}
{%- macro list(people, title) %}{% call card(title, footer=people | length) %}<ul>{% for person in people %}<li>{{ link(person) }}</li>{% endfor %}</ul>{% endcall %}{% endmacro %}
{%- macro link(person) %}<a href="/people/{{ person.id }}">{{ person.name }}</a>{% endmacro %}
`
const IMPORT = '{% from "macros.njk" import row, input, button, card, list %}'
const FIELDS = ['name', 'email', 'city'].map((name) => `{{ input("${name}", label="Your ${name}", value=people[0].${name}, hint="As on your passport") }}`).join('\n')
const BUTTONS = `{{ button({ text: title, classes: "button--main" }) }}{{ button({ text: "Cancel & back", href: "/people?page=" + number }) }}
{{ button({ html: "<b>Delete</b>", name: "delete", type: "button", attributes: { "data-id": number, "aria-label": title } }) }}`
const TABLE = '<table>{% for person in people %}{{ row(person) }}{% endfor %}</table>'
const PARAMS = '{ id: person.id, label: { text: person.name }, hint: { text: person.address.city }, items: person.tags }'

/** The views to measure. @type {Record<string, string>} */
const views = {
  rows: `${IMPORT}${TABLE}`,
  inputs: `${IMPORT}<form method="post">${FIELDS}${FIELDS}</form>`,
  buttons: `${IMPORT}${BUTTONS}${BUTTONS}`,
  big: `${IMPORT}{% for n in [1, 2] %}${TABLE}${BUTTONS}<form method="post">${FIELDS}</form>{{ list(people, title) }}{% endfor %}`,
  'includes in macros': `{% from "field.njk" import field %}{% for person in people %}{{ field(${PARAMS}) }}{% endfor %}`,
  'own macros': `${MACROS}<h1>{{ title }}</h1>${TABLE}{{ list(people, title) }}${BUTTONS}`,
  nested: `${IMPORT}{% for n in [1, 2, 3] %}{% call card(title) %}{{ list(people, user.name) }}{{ button({ text: user.name }) }}{% endcall %}{% endfor %}`,
  'page of a service': `{% extends "layout.njk" %}{% from "field.njk" import field %}${IMPORT}{% block content %}<h1>{{ title }}</h1>
<form method="post">${FIELDS}{% for person in people %}{% if loop.index < 4 %}{{ field(${PARAMS}) }}{% endif %}{% endfor %}${BUTTONS}</form>{% endblock %}`
}

/** All files, but for the layout of the site. @type {Record<string, string>} */
const files = {
  macros: MACROS,
  field: '{% macro field(params) %}{%- include "field-template.njk" -%}{% endmacro %}',
  'field-template': `{% from "macros.njk" import attributes %}{% set id = "field-" + params.id %}
<fieldset class="fieldset"{% if params.hint %} aria-describedby="{{ id }}-hint"{% endif %}{{ attributes(params.attributes) }}>
  <legend class="legend{% if params.label.classes %} {{ params.label.classes }}{% endif %}">{{ params.label.html | safe if params.label.html else params.label.text }}</legend>
  {% if params.hint %}<div id="{{ id }}-hint" class="hint">{{ params.hint.text }}</div>{% endif %}
  {% for item in params.items %}<label><input type="checkbox" id="{{ id }}-{{ loop.index }}" value="{{ item }}"> {{ item }}</label>{% endfor %}
</fieldset>`,
  ...views
}

const people = Array.from({ length: 12 }, (_, i) => ({
  id: 100 + i, name: `Ann O'Hara ${i}`, email: `ann.${i}@example.com`, active: i % 3 === 0, address: { city: 'Leiden & The Hague' }, tags: ['one', 'two', 'three & four']
}))

module.exports = { files, people, views: Object.keys(views) }
