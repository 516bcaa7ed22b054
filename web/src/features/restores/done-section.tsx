import type { RestoreView } from '@bitquay/contract/restores'
import * as t from './messages.ts'
import { ReviewRow, ReviewSection } from './review-section.tsx'

/** What the restore ended by itself, so that nobody has to decide it. */
export const DoneSection = ({ restore: { suspendedCodes, heldEmails, tillDevices } }: { restore: RestoreView }) => (
  <ReviewSection title={t.doneForYou} note={t.doneNote} left={0}>
    <DoneRow title={t.links} line={t.linksText} word={t.linksDone} />
    <DoneRow title={t.changes} line={t.changesText} word={t.changesDone} />
    {suspendedCodes > 0 && <DoneRow title={t.codes({ count: suspendedCodes })} line={t.codesText} word={t.codesDone} />}
    {heldEmails > 0 && <DoneRow title={t.emails({ count: heldEmails })} line={t.emailsText} word={t.emailsDone} />}
    {tillDevices.map(({ merchantId, storeName, devices }) => (
      <DoneRow
        key={merchantId}
        title={t.tills({ count: devices, store: storeName })}
        line={t.tillsText}
        word={t.tillsDone}
      />
    ))}
  </ReviewSection>
)

const DoneRow = ({ title, line, word }: { title: string; line: string; word: string }) => (
  <ReviewRow title={title} line={line} isDecided acts={<span className="small muted">{word}</span>} />
)
