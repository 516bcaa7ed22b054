import type { ReactNode } from 'react'
import { helpOnErrors, helpOnPlaces } from '../content/help-links.ts'
import { ApiError, messageOf } from '../lib/api-error.ts'
import * as t from './messages.ts'
import { paths, pathTo } from './screens.ts'

type Place = keyof typeof helpOnErrors | keyof typeof helpOnPlaces

const places: Readonly<Record<string, string>> = { ...helpOnErrors, ...helpOnPlaces }

/** Leads to the article about an error or a place, in a tab of its own: what was typed into a form stays. */
export const HelpLink = ({ about }: { about: Place }) => <To place={places[about] ?? ''} />

const To = ({ place }: { place: string }) => {
  const [article = '', part] = place.split('#')
  const path = pathTo(paths.helpArticle, { article })
  return (
    <a className="link nowrap" href={part ? `${path}#${part}` : path} target="_blank" rel="noreferrer">
      {t.helpWithThis}
    </a>
  )
}

/** What to tell a person about a failed call, with the article about it if there is one. */
export const explainFailure = (error: unknown, otherwise: string): ReactNode => {
  const help = helpOn(error)
  const sentence = messageOf(error, otherwise)
  return help ? (
    <>
      <span>{sentence}</span> {help}
    </>
  ) : (
    sentence
  )
}

/** The link to the article about a failed call, if there is one. */
export const helpOn = (error: unknown): ReactNode => {
  const place = error instanceof ApiError && error.code ? places[error.code] : undefined
  return place && <To place={place} />
}
