import { cliInstall, cliListen, cliPay } from '../../content/docs/cli.ts'
import {
  clientErrors,
  clientFirst,
  clientInstall,
  clientListen,
  clientLists,
  clientWebhook,
} from '../../content/docs/client.ts'
import { btcpayModal, latest, messageFormat, opened, pinned } from '../../content/docs/embedding.ts'
import { sampleError } from '../../content/docs/error-advice.ts'
import { type Command, guideSteps } from '../../content/docs/guide.ts'
import { sampleLever } from '../../content/docs/levers.ts'
import { firstPayments, verifications } from '../../content/docs/samples.ts'
import { catchUp, sampleDelivery } from '../../content/docs/webhooks.ts'
import { colorCode } from './color-code.ts'
import type { ColoredRun } from './colored-run.ts'

const commands: readonly Command[] = [
  ...guideSteps.flatMap(({ commands: own = [], outcome }) => (outcome ? [...own, outcome] : own)),
  ...firstPayments,
  ...verifications,
  catchUp,
  sampleDelivery,
  sampleError,
  sampleLever,
  pinned,
  latest,
  opened,
  messageFormat,
  btcpayModal,
  clientInstall,
  clientFirst,
  clientLists,
  clientErrors,
  clientWebhook,
  clientListen,
  cliInstall,
  cliListen,
  cliPay,
]

/** The colors of every code block outside the reference, by its ID. */
export const codeColors: Record<string, ColoredRun[]> = Object.fromEntries(
  commands.map((command) => [command.id, colorCode(command)]),
)
