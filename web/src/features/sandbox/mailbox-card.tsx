import { listMail } from '@bitquay/contract/sandbox'
import { useQuery } from '@tanstack/react-query'
import { FirstRows } from '../../frame/first-rows.tsx'
import { formatDateTime } from '../../lib/format-date.ts'
import { queryOf } from '../../lib/query-client.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import * as t from './messages.ts'
import './mailbox-card.css'

/** Every mail the platform would have sent, newest first. */
export const MailboxCard = () => {
  const mailbox = useQuery({
    ...queryOf(listMail, { query: {} }),
    refetchInterval: 5_000,
    staleTime: 0,
  })
  return (
    <Card title={t.mailbox} note={t.newestFirst} bare>
      <ListBody
        rows={mailbox.data}
        query={mailbox}
        lines={3}
        failed={{ title: t.mailboxNotLoaded }}
        empty={<EmptyState card={false} scene="berths" title={t.noMail} sentence={t.noMailNext} />}
      >
        {(mails) => (
          <FirstRows rows={mails} few={10} label={t.showAllMails}>
            {(shown) => (
              <ul className="mails lined">
                {shown.map((mail) => (
                  <li key={`${mail.at} ${mail.to} ${mail.subject}`}>
                    <details>
                      <summary className="stack on-baseline breaks">
                        <span className="strong">{mail.subject}</span>
                        <span className="small muted">{mail.to}</span>
                        <span className="small quiet">{formatDateTime(mail.at)}</span>
                      </summary>
                      <div className="text breaks">{linksIn(mail.text)}</div>
                    </details>
                  </li>
                ))}
              </ul>
            )}
          </FirstRows>
        )}
      </ListBody>
    </Card>
  )
}

/** The text of a mail with its web addresses as links. */
const linksIn = (text: string) =>
  text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      <a key={`${index} ${part}`} className="link" href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  )
