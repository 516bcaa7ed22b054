import * as t from './messages.ts'
import type { Phase } from './phase.ts'

/** The states that the shop's page learns of, with the API's names. */
const statuses: Record<Phase, string> = {
  waiting: 'new',
  part: 'new',
  closing: 'new',
  unpriced: 'new',
  received: 'processing',
  paid: 'settled',
  overpaid: 'settled',
  expired: 'expired',
  'expired-part': 'expired',
  'paid-late': 'expired',
  invalid: 'invalid',
  'store-closed': 'invalid',
}

const isPhase = (name: string | undefined): name is Phase => name !== undefined && Object.hasOwn(statuses, name)

/** The origin of the shop's page, once it has written to us. Until then we write to nobody. */
let shopOrigin: string | undefined
let status: string | undefined

/**
 * Connects a checkout inside of a shop's page with the script there. Only sites that the merchant listed can frame this
 * page, and messages from anyone else are ignored.
 */
export const connectModal = () => {
  const listed = (document.documentElement.dataset.origins ?? '').split(' ')
  addEventListener('message', ({ source, origin, data }: MessageEvent<{ from?: string; type?: string } | null>) => {
    if (source !== parent || source === window || !listed.includes(origin) || data?.from !== 'bitquay') return
    if (data.type === 'hello') {
      shopOrigin = origin
      // They say hello until we are ready.
      if (status !== undefined) addCloseButton()
      tell('ready')
    }
    if (data.type === 'close') requestClose()
  })
  addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented && !document.querySelector('dialog[open]')) requestClose()
  })
  addEventListener('leave', (event) => {
    if (event instanceof CustomEvent) tell('redirect', String(event.detail))
  })
  followStatus()
}

const tell = (type: 'ready' | 'status' | 'close' | 'redirect', url?: string) => {
  if (shopOrigin === undefined || status === undefined) return
  const invoiceId = decodeURIComponent(location.pathname.split('/').at(-1) ?? '')
  parent.postMessage({ from: 'bitquay-checkout', type, invoiceId, status, url }, shopOrigin)
}

/** The page says its state in an attribute, which changes before anything is drawn. */
const followStatus = () => {
  const look = () => {
    const phase = document.querySelector<HTMLElement>('[data-phase]')?.dataset.phase
    const next = isPhase(phase) ? statuses[phase] : undefined
    if (next === undefined || next === status) return
    status = next
    tell('status')
  }
  new MutationObserver(look).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['data-phase'],
  })
  look()
}

const requestClose = () => (status === 'processing' ? confirmClose() : tell('close'))

const addCloseButton = () => {
  const bar = document.querySelector('.shop-bar > div')
  if (!bar || bar.querySelector('.modal-close')) return
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'modal-close'
  button.ariaLabel = t.close
  button.addEventListener('click', requestClose)
  bar.append(button)
}

/** A payment that is being confirmed arrives in any case, but a customer may not know. */
const confirmClose = () => {
  if (document.querySelector('dialog[open]')) return
  const dialog = document.createElement('dialog')
  dialog.className = 'report'
  dialog.ariaLabel = t.closeTitle
  const [title, sentence, acts] = [
    write('h2', t.closeTitle),
    write('p', t.closeSentence),
    document.createElement('div'),
  ]
  const [stay, leave] = [write('button', t.stay), write('button', t.closeCheckout)]
  stay.className = 'btn btn--line'
  leave.className = 'btn btn--signal'
  stay.addEventListener('click', () => dialog.close())
  leave.addEventListener('click', () => tell('close'))
  dialog.addEventListener('close', () => dialog.remove())
  acts.className = 'acts'
  acts.append(leave, stay)
  dialog.append(title, sentence, acts)
  // Inside of the shop's element, whose color the button has.
  document.querySelector('.shop')?.append(dialog)
  dialog.showModal()
}

const write = <Name extends 'h2' | 'p' | 'button'>(name: Name, text: string) => {
  const element = document.createElement(name)
  element.textContent = text
  return element
}
