import { type Article, articles } from '../../content/help.ts'
import { paths, pathTo } from '../../frame/screens.ts'
import { type SearchEntry, searchTexts } from '../../lib/search-texts.ts'

export const pathOf = ({ slug }: Pick<Article, 'slug'>) => pathTo(paths.helpArticle, { article: slug })

export const idOf = (heading: string) => heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** A text as people read it, without the marks for bold words, badges and links. */
const plainText = (text: string) =>
  text
    .replaceAll(/\*\*|\(\(|\)\)/g, '')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/\{\w+\}/g, '')

const entries: readonly SearchEntry[] = articles.map((article) => ({
  path: pathOf(article),
  chapter: article.title,
  id: '',
  title: article.title,
  text: plainText(
    [
      article.summary,
      article.inShort,
      ...article.parts.flatMap(({ heading, text = [], steps = [], after = '' }) => [heading, ...text, ...steps, after]),
    ].join(' '),
  ),
}))

/** The articles that contain every typed word, best first, each with the words around the first one found. */
export const searchHelp = (typed: string) =>
  searchTexts(entries, typed).flatMap(({ path, excerpt }) => {
    const article = articles.find((one) => pathOf(one) === path)
    return article ? [{ article, excerpt }] : []
  })
