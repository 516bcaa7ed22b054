import type { Command } from '../command.ts'
import { createInvoice, getInvoice, payInvoice } from './invoices.ts'
import { listen } from './listen.ts'
import { login, logout } from './login.ts'
import { logs } from './logs.ts'
import { getPsbt, listPsbts, submitPsbt } from './psbt.ts'
import { trigger } from './trigger.ts'

export const commands: readonly Command[] = [
  login,
  logout,
  listen,
  trigger,
  createInvoice,
  getInvoice,
  payInvoice,
  listPsbts,
  getPsbt,
  submitPsbt,
  logs,
]
