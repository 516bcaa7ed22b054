/** The shop's pages. */
const escape = (text) => String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const page = (title, content, refresh = '') => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title>${refresh}
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; }
ul { list-style: none; padding: 0; } li { display: flex; gap: 1rem; align-items: center; padding: .75rem 0; border-top: 1px solid #ddd; }
li span { flex: 1; } form { display: inline; } button { font: inherit; padding: .4rem .9rem; }
.state { font-size: 1.5rem; font-weight: 600; }
</style>
</head>
<body>
<h1>${escape(title)}</h1>
${content}
</body>
</html>`

const button = (action, text) => `<form method="post" action="${action}"><button>${escape(text)}</button></form>`

export const drawShop = (products) =>
  page(
    'Harbor Mugs',
    `<ul>${products
      .map(
        ({ id, name, price }) =>
          `<li><span>${escape(name)}</span> $${escape(price)} ${button(`/buy/${id}`, 'Buy')}</li>`,
      )
      .join('')}</ul>`,
  )

const states = {
  new: 'Waiting for payment',
  processing: 'Payment received, waiting for confirmation',
  settled: 'Paid',
  expired: 'Expired',
  invalid: 'Not paid',
}

export const drawOrder = ({ id, name, price, status, checkoutLink }) => {
  const isOpen = status === 'new' || status === 'processing'
  const actions =
    status === 'new'
      ? `<p><a href="${escape(checkoutLink)}">Open the checkout</a> ${button(`/orders/${id}/pay`, 'Pay in the sandbox')}</p>`
      : ''
  return page(
    `Order ${id}`,
    `<p>${escape(name)}, $${escape(price)}</p><p class="state">${escape(states[status])}</p>${actions}<p><a href="/">Back to the shop</a></p>`,
    isOpen ? '<meta http-equiv="refresh" content="2">' : '',
  )
}
