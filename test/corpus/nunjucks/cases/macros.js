'use strict'

module.exports = {
  cases: {
    'a macro given to a function': { page: '{% macro m(a) %}<{{ a }}>{% endmacro %}{{ f(m) }}', locals: () => ({ f: (m) => `${typeof m(1)} ${m(2)}` }) },
    'call of what is no macro': { page: '{% call f(1) %}<b>{{ x }}{% endcall %}', locals: () => ({ x: 1, f: (n, options) => `${n}${options.caller()}` }) }
  }
}
