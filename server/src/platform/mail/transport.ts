export type Email = { to: string; subject: string; text: string; html: string }

/** Sends an email to a mail server. Resolves when the server has accepted it. */
export type SendEmail = (email: Email) => Promise<void>

/** Whether the mail server is there, and turned down this email only: its recipient or its content. */
export const isRefusal = (error: unknown): boolean => {
  const { code, command } = error as { code?: unknown; command?: unknown }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM'
}

export type MailServer = {
  send: SendEmail
  /** Connects and signs in, without sending anything. */
  verify: () => Promise<unknown>
  close: () => void
}

export const createSmtpSender = async (url: string, from: string): Promise<MailServer> => {
  // A server without email doesn't load it.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url, pool: true, connectionTimeout: 10_000, socketTimeout: 30_000 }, { from })
  return {
    send: async ({ to, ...email }) => {
      // As an object, an address with a comma in it is one recipient and not two.
      await transport.sendMail({ ...email, to: { name: '', address: to } })
    },
    verify: () => transport.verify(),
    close: () => transport.close(),
  }
}
