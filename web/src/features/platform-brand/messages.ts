import { message } from '../../lib/message.ts'

// The state of the page.
export const draftBy = message('Draft saved by {person}, {date}. Nobody else sees it.')
export const publishedBy = message('Published by {person}, {date}.')
export const neverChanged = message('You have our own name, logo and texts. Change them to yours.')
export const notLoadedTitle = message('Couldn’t load the brand')
export const notLoaded = message('Pages still show it. Try again in a minute.')

// What can be done.
export const saveDraft = message('Save draft')
export const saving = message('Saving...')
export const discardChanges = message('Discard changes')
export const discardDraft = message('Discard draft')
export const openPreview = message('Open preview')
export const previewFailed = message('Couldn’t open the preview. Try again in a minute.')
export const publish = message('Publish')
export const publishing = message('Publishing...')
export const saveFirst = message('Save the draft first')
export const savedToast = message('Draft saved')
export const saved = message('Open the preview to see it on the public pages.')
export const discardedToast = message('Draft discarded')
export const publishedToast = message('Brand published')
export const publishedShown = message('All pages, emails and documents show it within 10 seconds.')
export const failedToast = message('Error')
export const saveFailed = message('Couldn’t save the draft. Nothing was changed.')
export const publishFailed = message('Couldn’t publish. Nothing was changed.')
export const publishTitle = message('Publish the brand')
export const publishPurpose = message('All admins are emailed. You can undo it with one click.')
export const publishLegalPurpose = message('All admins and all merchants are emailed. You can undo it with one click.')
export const changes = message('Changes')
export const noChanges = message('The draft is the same as what is published.')

// Logo and colors.
export const look = message('Logo and colors')
export const lookNote = message('On pages, emails, receipts and the icon of the tab')
export const logo = message('Logo')
export const logoHint = message(
  'PNG, JPEG or WebP, square, at least 128 px, up to 2 MB. Your name is written beside it.',
)
export const logoSaved = message('The logo is in the draft. Nobody else sees it.')
export const logoRemoved = message('The draft has our mark again.')
export const accent = message('Accent color')
export const accentHint = message('Buttons, and what happens now. Empty: our orange.')
export const accentAdapted = message('Neither white nor dark text can be read on it. Light pages show {color}.')
export const deep = message('Dark color')
export const deepHint = message('Dark cards and the head of emails. Empty: our blue.')
export const deepAdapted = message('Too light for a dark surface. Pages show {color}.')
export const ours = message('Ours')

// The fields.
export const identity = message('Name')
export const identityNote = message('On every page, email, receipt and API document')
export const name = message('Platform name')
export const nameHint = message('Merchants can’t use this name, or one that looks like it.')
export const domain = message('Domain')
export const domainHint = message('Shown in samples. Your own address comes from PUBLIC_URL.')
export const addresses = message('Email addresses')
export const addressesNote = message('On the contact page, in legal texts and in help')
export const support = message('Support')
export const sales = message('Sales')
export const technical = message('Technical support')
export const legal = message('Legal')
export const privacy = message('Privacy')
export const figures = message('Figures on the public pages')
export const figuresNote = message('Publish only what is true of your platform')
export const figure = message('Figure {number}')
export const words = message('Words below figure {number}')

// The legal texts.
export const legalCard = message('Legal texts')
export const legalNote = message('Merchants are emailed when one of them changes')
export const terms = message('Terms of Service')
export const privacyPolicy = message('Privacy Policy')
export const legalHint = message(
  'Markdown: ## headings, lists, **bold** and [links](https://…). Empty: our text. A text with something like [Company] can’t be published.',
)
export const legalFrom = message('{title} applies from')
export const legalFromHint = message(
  'From 00:00 UTC. Until then the page shows both. Keep the notice that your terms promise.',
)
export const legalLength = message('{count, plural, one{# character} other{# characters}} from {date}')
export const legalProblem = message('{title}: {problem}')

// The preview.
export const preview = message('Preview')
export const previewButton = message('Create invoice')
export const previewBalance = message('Balance')
export const previewAmount = message('$1,284.50')
export const previewFoot = message('Payments by')
export const previewHelp = message('Questions? {address}')

// The history.
export const history = message('History')
export const noHistory = message('Versions that you publish appear here.')
export const current = message('Current')
export const undo = message('Undo')
export const undoing = message('Undoing...')
export const undoneToast = message('Change undone')
export const undone = message('The version before it is shown again.')
export const undoFailed = message('Couldn’t undo. Reload the page and try again.')
export const tookBack = message('Undid version {id}')
export const reused = message('The draft is that version, with its legal texts. Choose new days for those that change.')
export const useAgain = message('Use as draft')
export const version = message('Version {id}')
export const reserved = message('Reserved names: {names}')
