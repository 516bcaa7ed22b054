import goPayment from '../../../../examples/samples/first_payment.go?raw'
import pythonPayment from '../../../../examples/samples/first_payment.py?raw'
import csharpPayment from '../../../../examples/samples/first-payment.cs?raw'
// The text of a module, which is no export of it.
// oxlint-disable-next-line import/default
import javascriptPayment from '../../../../examples/samples/first-payment.mjs?raw'
import phpPayment from '../../../../examples/samples/first-payment.php?raw'
import goWebhook from '../../../../examples/samples/verify_webhook.go?raw'
import pythonWebhook from '../../../../examples/samples/verify_webhook.py?raw'
import csharpWebhook from '../../../../examples/samples/verify-webhook.cs?raw'
// oxlint-disable-next-line import/default
import javascriptWebhook from '../../../../examples/samples/verify-webhook.mjs?raw'
import phpWebhook from '../../../../examples/samples/verify-webhook.php?raw'
import type { Command } from './guide.ts'

/** The programs of examples/samples, which tests run in every language that is installed. */
const sample = (id: string, language: string, syntax: NonNullable<Command['syntax']>, text: string): Command => ({
  ...{ id, language, syntax },
  text: text.trimEnd(),
})

/** Creates an invoice and waits until it is paid. */
export const firstPayments: readonly Command[] = [
  sample('payment-javascript', 'JavaScript', 'javascript', javascriptPayment),
  sample('payment-python', 'Python', 'python', pythonPayment),
  sample('payment-php', 'PHP', 'php', phpPayment),
  sample('payment-go', 'Go', 'go', goPayment),
  sample('payment-csharp', 'C#', 'csharp', csharpPayment),
]

/** The same check of a webhook's signature, using only the standard libraries. */
export const verifications: readonly Command[] = [
  sample('verify-node', 'Node', 'javascript', javascriptWebhook),
  sample('verify-python', 'Python', 'python', pythonWebhook),
  sample('verify-php', 'PHP', 'php', phpWebhook),
  sample('verify-go', 'Go', 'go', goWebhook),
  sample('verify-csharp', 'C#', 'csharp', csharpWebhook),
]
