import { brand, type PageMeta } from '../content.ts'

/** Titles and descriptions of the documentation's pages. Apart from the other pages, so that those don't load them. */
export const docsPages = {
  docs: {
    title: `Your first payment in five minutes · ${brand.name}`,
    description: 'For developers: create an invoice with curl, pay it in the sandbox and receive a signed webhook.',
  },
  docsWebhooks: {
    title: `Webhooks · ${brand.name}`,
    description: 'Signed webhooks for invoices, payments, withdrawals and refunds, and how to verify them.',
  },
  docsReference: {
    title: `Reference · ${brand.name}`,
    description: 'Every call of the merchant API with its parameters, fields and errors.',
  },
  docsErrors: {
    title: `Errors · ${brand.name}`,
    description: 'Every error code of the API, its status, and what to do about it.',
  },
  docsSandbox: {
    title: `Sandbox tools · ${brand.name}`,
    description: 'Simulate payments, blocks, chain reorganizations and the passing of time in the sandbox.',
  },
  docsPlugins: {
    title: `Shop plugins · ${brand.name}`,
    description: 'Use BTCPay Server plugins for WooCommerce and other shops by changing URL and key.',
  },
  docsEmbedding: {
    title: `Embedded checkout · ${brand.name}`,
    description: 'Open the checkout over your shop’s page and learn when it is paid.',
  },
  docsPointOfSale: {
    title: `Point of sale · ${brand.name}`,
    description: 'Set up a till on a phone or tablet, sell at the counter, and refund safely.',
  },
  docsClient: {
    title: `Client · ${brand.name}`,
    description: 'The typed client for Node, Deno and Bun: invoices, lists, errors, retries and webhooks.',
  },
  docsCli: {
    title: `Command line · ${brand.name}`,
    description: 'Receive webhooks on your machine, and create and pay test invoices from the command line.',
  },
} satisfies Record<string, PageMeta>
