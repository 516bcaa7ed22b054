import { createTransport } from 'nodemailer'

export type Letter = { to: string; subject: string; text: string; html: string }

/** Hands a letter to a mail server; resolves when the server has taken it. */
export type SendLetter = (letter: Letter) => Promise<void>

export const createSmtpSender = (url: string, from: string): { send: SendLetter; close: () => void } => {
  const transport = createTransport({ url, pool: true, connectionTimeout: 10_000, socketTimeout: 30_000 }, { from })
  return {
    send: async (letter) => {
      await transport.sendMail(letter)
    },
    close: () => transport.close(),
  }
}
