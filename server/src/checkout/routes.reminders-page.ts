import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readShop } from '../brands/index.ts'
import type { Deps } from '../deps.ts'
import { areRemindersStopped, findAnyInvoice, findShopLanguages, stopReminders } from '../invoices/index.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { chooseLanguage } from '../platform/texts/choose-language.ts'
import { languageHeaders } from '../platform/texts/page-language.ts'
import { textsOf } from '../platform/texts/texts-of.ts'
import { acceptForms } from './accept-forms.ts'
import { fillPage, readTemplate } from './fill-page.ts'

type Page = { Params: { invoiceId: string; token: string }; Querystring: { lang?: unknown } }

/**
 * The page behind "Stop reminders". Mail programs open links by themselves, so only its button stops anything. The token
 * is signed for this purpose and this invoice alone.
 */
export const serveRemindersPage = (app: FastifyInstance, deps: Deps, folder: string) => {
  const { db, config, draw, macs } = deps
  const { mode } = config
  const template = readTemplate(folder, 'refund', mode)
  if (!template || !draw) return

  const getInvoice = async ({ params: { invoiceId, token } }: FastifyRequest<Page>) => {
    const row = macs.reminders.verify(invoiceId, token) ? await findAnyInvoice(db, invoiceId) : undefined
    if (!row) throw new ApiError('not-found')
    return row
  }
  const show = async (request: FastifyRequest<Page>, reply: FastifyReply) => {
    const row = await getInvoice(request)
    const language = chooseLanguage({
      asked: request.query.lang,
      accepted: request.headers['accept-language'],
      ...(await findShopLanguages(db, request.params.invoiceId)),
    })
    const settings = { mode, language, brand: await deps.brand.read() }
    const texts = textsOf(language)
    const shop = await readShop(db, row.merchantId)
    const isStopped = await areRemindersStopped(db, row.id)
    const drawn = draw.drawReminders(
      {
        ...shop,
        about: texts.invoice,
        title: isStopped ? texts.remindersStopped : texts.stopQuestion,
        sentence: texts.stopMeaning(shop.storeName),
        button: isStopped ? null : texts.stopReminders,
      },
      settings,
    )
    return reply
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', ...languageHeaders(language) })
      .type('text/html; charset=utf-8')
      .send(fillPage(template, drawn, settings))
  }

  app.register(async (scope) => {
    acceptForms(scope)
    const url = '/i/:invoiceId/reminders/:token'
    scope.route<Page>({ method: ['GET', 'HEAD'], url, handler: show })
    scope.route<Page>({
      method: 'POST',
      url,
      handler: async (request, reply) => {
        await stopReminders(deps, await getInvoice(request))
        return reply.header('cache-control', 'no-store').redirect(request.url, 303)
      },
    })
  })
}
