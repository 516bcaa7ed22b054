/*!
 * Bitquay checkout 1.0.0: opens a checkout over your page, or in a new tab if your site isn't listed in
 * Settings > Developer > Embedded checkout.
 *
 *   const checkout = Bitquay.open(invoiceId, {
 *     onStatus: ({ invoiceId, status }) => {}, // new, processing, settled, expired or invalid
 *     onPaid: ({ invoiceId }) => {},           // once, when it is settled
 *     onClose: ({ invoiceId, status }) => {},
 *   })
 *   checkout.close()
 *
 *   <button data-bitquay-invoice="INVOICE_ID">Pay with Bitcoin</button>
 *
 * What a browser reports can be forged. Deliver goods after the webhook or the API says that the invoice is settled.
 */
;(() => {
  if (window.Bitquay) return
  const loadedFrom = document.currentScript?.src || document.querySelector('script[src*="/checkout"]')?.src
  let server = loadedFrom ? new URL(loadedFrom).origin : location.origin
  const patienceMs = 10_000
  let current

  /** `invoice` is an ID or a checkout link. */
  const open = (invoice, handlers = {}) => {
    current?.close()
    const invoiceId = decodeURIComponent(
      String(invoice)
        .replace(/[?#].*$/, '')
        .replace(/^.*\//, ''),
    )
    const checkout = { invoiceId, status: 'new', isOpen: true, isReady: false, ...handlers }
    checkout.close = () => close(checkout)
    current = checkout
    void mayFrame(invoiceId).then((allowed) => {
      if (!checkout.isOpen) return
      if (allowed) showFrame(checkout)
      else openTab(checkout)
    })
    return { close: checkout.close }
  }

  const pathOf = (invoiceId) => `${server}/i/${encodeURIComponent(invoiceId)}`

  /** The server decides. Without an answer the checkout opens in a new tab, which always works. */
  const mayFrame = async (invoiceId) => {
    try {
      const response = await fetch(`${server}/api/checkout/${encodeURIComponent(invoiceId)}/framing`, {
        credentials: 'omit',
      })
      return response.ok && (await response.json()).allowed === true
    } catch {
      return false
    }
  }

  const openTab = (checkout) => {
    const url = pathOf(checkout.invoiceId)
    const tab = window.open(url, '_blank')
    if (tab) {
      // The checkout must not reach this page.
      tab.opener = null
      checkout.dialog?.remove()
      checkout.isOpen = false
      checkout.onTab?.({ invoiceId: checkout.invoiceId })
    } else {
      // Browsers block tabs that nobody clicked for.
      showLink(checkout, url)
    }
  }

  const showFrame = (checkout) => {
    const dialog = createDialog(checkout)
    const frame = document.createElement('iframe')
    frame.title = 'Checkout'
    frame.allow = 'clipboard-write'
    frame.name = 'bitquay'
    assign(frame.style, { width: '100%', height: '100%', border: '0', display: 'block', colorScheme: 'normal' })
    const greet = () => {
      clearInterval(checkout.greeting)
      checkout.isReady = false
      const startedAt = Date.now()
      const hello = () => {
        if (Date.now() - startedAt < patienceMs) return post(checkout, 'hello')
        // Something between us blocked the frame, such as an extension.
        clearInterval(checkout.greeting)
        openTab(checkout)
      }
      checkout.greeting = setInterval(hello, 100)
      hello()
    }
    // Also after the frame went on to another invoice, at a new price.
    frame.addEventListener('load', greet)
    frame.src = `${pathOf(checkout.invoiceId)}?view=modal`
    checkout.frame = frame
    dialog.firstChild.append(frame)
    checkout.onOpen?.({ invoiceId: checkout.invoiceId })
    dialog.showModal()
  }

  const showLink = (checkout, url) => {
    const link = document.createElement('a')
    assign(link, { href: url, target: '_blank', rel: 'noopener', textContent: 'Open the checkout in a new tab' })
    assign(link.style, {
      margin: 'auto',
      padding: '1rem',
      color: '#1d5f7c',
      font: '600 1rem/1.5 system-ui, sans-serif',
    })
    link.addEventListener('click', () => close(checkout))
    checkout.frame?.remove()
    const dialog = checkout.dialog ?? createDialog(checkout)
    assign(dialog.firstChild.style, { display: 'flex', height: '12rem' })
    dialog.firstChild.append(link)
    if (!dialog.open) dialog.showModal()
  }

  /** A native dialog keeps the focus inside and the page below inert. */
  const createDialog = (checkout) => {
    const dialog = document.createElement('dialog')
    dialog.setAttribute('aria-label', 'Checkout')
    assign(dialog.style, {
      position: 'fixed',
      inset: '0',
      width: '100%',
      height: '100%',
      maxWidth: 'none',
      maxHeight: 'none',
      margin: '0',
      padding: '0',
      border: '0',
      overflow: 'hidden',
      background: 'rgb(12 34 48 / 45%)',
    })
    const box = document.createElement('div')
    dialog.append(box)
    const fit = () => {
      const isPhone = window.innerWidth < 944
      assign(box.style, {
        position: 'absolute',
        left: '50%',
        bottom: isPhone ? '0' : 'auto',
        top: isPhone ? 'auto' : '50%',
        transform: isPhone ? 'translateX(-50%)' : 'translate(-50%, -50%)',
        width: isPhone ? '100%' : '912px',
        height: isPhone ? '96%' : 'min(676px, calc(100% - 48px))',
        borderRadius: isPhone ? '12px 12px 0 0' : '12px',
        overflow: 'hidden',
        background: '#f5f2eb',
        boxShadow: '0 24px 64px -12px rgb(12 34 48 / 45%)',
      })
    }
    fit()
    window.addEventListener('resize', fit)
    dialog.addEventListener('close', () => window.removeEventListener('resize', fit))
    // Escape, and a click beside the checkout.
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      requestClose(checkout)
    })
    dialog.addEventListener('click', ({ target }) => {
      if (target === dialog) requestClose(checkout)
    })
    document.body.append(dialog)
    checkout.dialog = dialog
    return dialog
  }

  /** While a payment is being confirmed, the checkout asks first. */
  const requestClose = (checkout) => {
    if (checkout.isReady && checkout.status === 'processing') post(checkout, 'close')
    else close(checkout)
  }

  const close = (checkout) => {
    if (!checkout.isOpen) return
    checkout.isOpen = false
    clearInterval(checkout.greeting)
    checkout.dialog?.close()
    checkout.dialog?.remove()
    checkout.onClose?.({ invoiceId: checkout.invoiceId, status: checkout.status })
  }

  const post = (checkout, type) => checkout.frame?.contentWindow?.postMessage({ from: 'bitquay', type }, server)

  window.addEventListener('message', (event) => {
    const checkout = current
    // Only the checkout that this page opened, and only from its own server.
    if (!checkout?.isOpen || event.origin !== server || event.source !== checkout.frame?.contentWindow) return
    const { from, type, invoiceId, status, url } = event.data ?? {}
    if (from !== 'bitquay-checkout') return
    if (type === 'close') return close(checkout)
    // The invoice asks to return to the shop by itself.
    if (type === 'redirect') return /^https?:/.test(url) && location.assign(url)
    const isFirst = type === 'ready' && !checkout.isReady
    const isNews = status !== checkout.status || invoiceId !== checkout.invoiceId
    assign(checkout, { invoiceId, status })
    if (isFirst) {
      clearInterval(checkout.greeting)
      checkout.isReady = true
      checkout.onReady?.({ invoiceId, status })
    }
    if (!isNews) return
    checkout.onStatus?.({ invoiceId, status })
    if (status === 'settled') checkout.onPaid?.({ invoiceId, status })
  })

  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element && event.target.closest('[data-bitquay-invoice]')
    if (!button) return
    event.preventDefault()
    open(button.getAttribute('data-bitquay-invoice'))
  })

  const assign = Object.assign

  window.Bitquay = {
    version: '1.0.0',
    open,
    /** The origin that messages come from. */
    get server() {
      return server
    },
    /** For pages that load the script from another address than the server's. */
    setServer: (url) => {
      server = new URL(url).origin
    },
  }
})()
