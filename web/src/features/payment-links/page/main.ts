import './payment-link.css'

/** The form works without this: it only says that something is happening, and never sends twice by a nervous finger. */
const form = document.querySelector<HTMLFormElement>('form')
form?.addEventListener('submit', (event) => {
  if (form.getAttribute('aria-busy') === 'true') {
    event.preventDefault()
    return
  }
  form.setAttribute('aria-busy', 'true')
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')
  if (button) button.textContent = button.dataset.busy ?? button.textContent
})

/** A customer who comes back from the invoice gets a new form, not the one that was sent. */
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})
