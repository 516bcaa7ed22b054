import { type LegalName, ourLegalTexts, type ShownLegal } from '@bitquay/contract/legal-text.shown'
import { getLegalText } from '@bitquay/contract/platform-brand.legal'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'

/**
 * What a legal page shows. The server says in every page which texts the operator wrote, so that ours need no request, and
 * puts the text into its own page.
 */
export const useLegalText = (name: LegalName) => {
  const isOwn = hasOwnText(name)
  const given = isOwn ? readGiven(name) : undefined
  const reading = useQuery({
    ...queryOf(getLegalText, { params: { name } }),
    enabled: isOwn,
    ...(given ? { initialData: given } : {}),
  })
  const ours: ShownLegal = { present: ourLegalTexts[name], coming: [] }
  return { shown: isOwn ? reading.data : ours, reading }
}

/** The build draws pages with our text. */
const hasOwnText = (name: LegalName) =>
  typeof document !== 'undefined' && (document.documentElement.dataset.legal ?? '').split(' ').includes(name)

const readGiven = (name: LegalName): ShownLegal | undefined => {
  const given = document.getElementById(`legal-${name}`)?.textContent
  return given ? (JSON.parse(given) as ShownLegal) : undefined
}
