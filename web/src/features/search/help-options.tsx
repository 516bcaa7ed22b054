import { BookOpen, LifeBuoy } from 'lucide-react'
import { promises } from '../../content/content.ts'
import { minutesToRead } from '../../content/help.ts'
import { paths } from '../../frame/screens.ts'
import { pathOf, searchHelp } from '../help/index.ts'
import * as t from './messages.ts'
import type { OptionGroup } from './option.ts'
import { Icon } from './option-icon.tsx'

type Help = {
  articles: OptionGroup
  support: OptionGroup
  /** The words are in the title of an article, so it is probably what is meant. */
  isNamed: boolean
}

export const noHelp: Help = {
  articles: { name: t.help, options: [] },
  support: { name: t.support, options: [] },
  isNamed: false,
}

const shownArticles = 3

/** Articles that answer what was typed, and a person who does. */
export const listHelp = (query: string): Help => {
  if (query === '') return noHelp
  const found = searchHelp(query).slice(0, shownArticles)
  const isNamed = found.some(({ article }) => article.title.toLowerCase().includes(query.toLowerCase()))
  return {
    articles: {
      name: t.help,
      options: found.map(({ article, excerpt }) => ({
        to: pathOf(article),
        title: article.title,
        detail: article.title.toLowerCase().includes(query.toLowerCase()) ? article.summary : excerpt,
        icon: (
          <Icon>
            <BookOpen />
          </Icon>
        ),
        figure: <span className="small quiet">{t.minutes({ count: minutesToRead(article) })}</span>,
      })),
    },
    support: {
      name: t.support,
      options: [
        {
          to: paths.contact,
          title: t.askSupport({ query }),
          detail: t.repliesWithin({ time: promises.replyWithin }),
          icon: (
            <Icon>
              <LifeBuoy />
            </Icon>
          ),
        },
      ],
    },
    isNamed,
  }
}
