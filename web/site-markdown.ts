import Turndown from 'turndown'
import { brand, type PageMeta } from './src/content/content.ts'

/** A page of the handbook as Markdown, for programs that read. Undefined for pages without such a text. */
export const toMarkdown = (html: string): string | undefined => {
  const article = /<article class="docs-text[^"]*">([\s\S]*)<\/article>/.exec(html)?.[1]
  if (article === undefined) return undefined
  const text = converter.turndown(article).replaceAll(' ', ' ').trim()
  // The server fills this in, and doesn't know it with an escaped underscore.
  return `${text.replaceAll('{{PUBLIC\\_URL}}', '{{PUBLIC_URL}}')}\n`
}

const converter = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  .remove(['button', 'svg', 'input', 'style', 'script'].map((name) => name as keyof HTMLElementTagNameMap))
  .addRule('code', {
    filter: (node) => node.nodeName === 'FIGURE' && node.querySelector('pre') !== null,
    replacement: (_content, figure) => {
      const language = figure.querySelector('figcaption .stencil')?.textContent ?? ''
      return `\n\n${language}:\n\n\`\`\`\n${figure.querySelector('pre')?.textContent ?? ''}\n\`\`\`\n\n`
    },
  })
  // Marks stand side by side on the page, with space that only its styles give them.
  .addRule('marks', { filter: 'span', replacement: (content) => `${content} ` })
  .addRule('terms', { filter: 'dt', replacement: (content) => `\n\n**${content.trim()}**\n\n` })
  .addRule('rows', { filter: 'tr', replacement: (content) => `|${content}\n` })
  .addRule('heads', {
    filter: 'thead',
    replacement: (content, node) => `${content.trim()}\n|${' --- |'.repeat(cellsOf(node))}\n`,
  })
  .addRule('bodies', { filter: 'tbody', replacement: (content) => content })
  .addRule('cells', {
    filter: ['th', 'td'],
    replacement: (content) => ` ${content.trim().replace(/\s+/g, ' ').replaceAll('|', '\\|')} |`,
  })

const cellsOf = (head: Turndown.Node) => (head as HTMLElement).querySelectorAll('th').length

type Chapter = { path: string; meta: PageMeta }

/** The list of the handbook's pages, in the form of llmstxt.org. */
export const writeLlms = (origin: string, chapters: readonly Chapter[]): string =>
  [
    `# ${brand.name}`,
    '',
    '> A Bitcoin payment platform: merchants get paid on-chain and over Lightning and keep the keys.',
    '',
    '## Handbook',
    '',
    ...chapters.map(({ path, meta }) => `- [${meta.title.split(' · ')[0]}](${origin}${path}.md): ${meta.description}`),
    '',
    '## API',
    '',
    `- [OpenAPI of the merchant API](${origin}/api/v1/openapi.json): every call, schema, error and webhook.`,
    '',
  ].join('\n')
