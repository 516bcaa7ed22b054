import { expect, test } from 'vitest'
import { toMarkdown } from '../../../site-markdown.ts'

test('headings, lists, tables, terms and code of a page become Markdown, and its buttons are left out', () => {
  const html = `<main><article class="docs-text"><h1>Keys</h1><p>Send <code>a_b</code>.</p>
    <ul><li>One</li></ul><dl><dt><span>409</span><code>busy</code></dt><dd>Wait.</dd></dl>
    <table><thead><tr><th scope="col">Name</th><th scope="col">What</th></tr></thead>
    <tbody><tr><td>a | b</td><td>both</td></tr></tbody></table>
    <figure><figcaption><span class="stencil">Shell</span><button>Copy</button></figcaption>
    <pre><code>echo <span>"* not a list"</span>\n# not a heading</code></pre></figure></article></main>`
  const text = toMarkdown(html)
  expect(text).toContain('# Keys\n\nSend `a_b`.\n')
  expect(text).toMatch(/^- +One$/m)
  expect(text).toContain('**409 `busy`**\n\nWait.')
  expect(text).toContain('| Name | What |\n| --- | --- |\n| a \\| b | both |')
  expect(text).toContain('Shell:\n\n```\necho "* not a list"\n# not a heading\n```')
  expect(text).not.toContain('Copy')
})

test('the place of this server’s address stays as the server looks for it', () => {
  const html = '<main><article class="docs-text"><p>Enter {{PUBLIC_URL}}/btcpay, and a_b_c.</p></article></main>'
  expect(toMarkdown(html)).toBe('Enter {{PUBLIC_URL}}/btcpay, and a\\_b\\_c.\n')
})

test('a page without an article has no Markdown', () => {
  expect(toMarkdown('<main><p>Sign in</p></main>')).toBeUndefined()
})
