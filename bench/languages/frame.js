'use strict'

/** What the layouts of small views have before and after the view. */
const HEAD = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="/assets/site.css">
</head>
<body>
  <nav><a href="/">Home</a> <a href="/articles">Articles</a> <a href="/about">About</a></nav>
`
const FOOT = '\n  <footer>All rights reserved</footer>\n</body>\n</html>\n'

module.exports = { HEAD, FOOT }
