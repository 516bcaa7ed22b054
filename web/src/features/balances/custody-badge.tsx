import type { getLightningBalance } from '@bitquay/contract/balances'
import type { Answer } from '@bitquay/contract/call'
import { brand } from '../../content/content.ts'
import { Badge } from '../../ui/badge.tsx'
import * as t from './messages.ts'

/** Who holds the Lightning balance: a shared node is the platform's. */
export const CustodyBadge = ({ node }: Pick<Answer<typeof getLightningBalance>, 'node'>) => {
  if (node === 'none') return <Badge shape="open">{t.notInUse}</Badge>
  return node === 'own' ? (
    <Badge shape="solid">{t.yourNode}</Badge>
  ) : (
    <Badge shape="dashed">{t.heldBy({ brand: brand.name })}</Badge>
  )
}
