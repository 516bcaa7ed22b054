import type { Config } from '../config.ts'
import { type MailBrand, renderEmail } from '../mail/index.ts'
import { createSmtpSender, type MailServer } from '../platform/mail/transport.ts'
import { type Finding, findingsOf, messageOf } from './finding.ts'
import type { Request } from './patient.ts'

const { ok, warning, failed, skipped } = findingsOf('email')

/** Signs in to the mail server, and sends one email on request. Its answer is shown here, so no outbox is involved. */
export const checkEmail = async (config: Config, { testEmailTo }: Request, brand: MailBrand): Promise<Finding[]> => {
  const { mode, smtpUrl, mailFrom } = config
  if (smtpUrl === undefined)
    return mode === 'sandbox'
      ? [skipped('The sandbox keeps emails in its own mailbox.')]
      : [failed('SMTP_URL isn’t set, so nobody can be invited or reset a password.', 'Set SMTP_URL and MAIL_FROM.')]
  const sender =
    mode === 'live' && mailFrom.includes('.test')
      ? [
          warning(
            `Emails come from ${mailFrom}, a domain that doesn’t exist.`,
            'Set MAIL_FROM to an address of your domain.',
          ),
        ]
      : []
  const server = await createSmtpSender(smtpUrl, mailFrom)
  try {
    return [...(await use(server, config, testEmailTo, brand)), ...sender]
  } finally {
    server.close()
  }
}

const use = async (
  server: MailServer,
  { smtpUrl = '', publicUrl }: Config,
  to: string | undefined,
  brand: MailBrand,
): Promise<Finding[]> => {
  const { host } = new URL(smtpUrl)
  try {
    await server.verify()
  } catch (error) {
    return [failed(describeProblem(host, error), 'Check SMTP_URL and the mail server.')]
  }
  if (to === undefined) return [ok(`The mail server ${host} accepts the sign-in. No email was sent.`)]
  try {
    await server.send({ to, ...testEmail(publicUrl).render({ timeZone: null, brand }) })
  } catch (error) {
    const action = 'Check MAIL_FROM, and whether the mail server lets this account send from it.'
    return [failed(`The mail server ${host} refused an email to ${to}: ${messageOf(error)}`, action)]
  }
  return [ok(`The mail server ${host} took an email to ${to}. Look whether it arrives, and not as spam.`)]
}

const describeProblem = (host: string, error: unknown) => {
  const { code } = error as { code?: string }
  if (code === 'EAUTH') return `The mail server ${host} refused the user name or password.`
  if (code === 'ETLS') return `The mail server ${host} and we couldn’t agree on encryption.`
  return `Couldn’t use the mail server ${host}: ${messageOf(error)}.`
}

export const testEmail = (publicUrl: string) =>
  renderEmail({
    subject: 'Test email',
    paragraphs: ['Somebody with access to the server tested whether emails arrive. They do.'],
    closing: ['You don’t have to do anything.'],
    publicUrl,
  })
