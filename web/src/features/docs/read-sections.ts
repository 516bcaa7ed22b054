type Section = { id: string; title: string; text: string }

type OpenTag = { name: string; section: Section; isTitle: boolean; isSkipped: boolean }

/** Their content is code or controls, not text to find. */
const skipped = new Set(['pre', 'figcaption', 'button', 'svg', 'fieldset', 'summary'])
const isUnsearched = /aria-hidden="true"|data-search="no"/
const titles = new Set(['h1', 'h2', 'dt'])
const withoutEnd = new Set(['br', 'hr', 'img', 'input', 'wbr'])

/**
 * The parts of a chapter in its HTML: each element with an ID is one, named by its `data-title` or by the first heading
 * or term in it. The first part, without an ID, is the chapter itself. Reads only what React renders, which is always
 * well-formed.
 */
export const readSections = (html: string): Section[] => {
  const whole: Section = { id: '', title: '', text: '' }
  const sections = [whole]
  const open: OpenTag[] = [{ name: '', section: whole, isTitle: false, isSkipped: false }]
  const innermost = () => open.at(-1) ?? { name: '', section: whole, isTitle: false, isSkipped: false }
  for (const [, slash, name = '', attributes = '', text] of html.matchAll(/<(\/?)([a-z]\w*)([^>]*)>|([^<]+)/g)) {
    const { section, isTitle, isSkipped } = innermost()
    if (text !== undefined) {
      if (isSkipped) continue
      if (isTitle) section.title += decode(text)
      else section.text += ` ${decode(text)}`
    } else if (slash) open.pop()
    else if (!withoutEnd.has(name)) {
      const id = attributeOf(attributes, 'id')
      const own = id ? { id, title: attributeOf(attributes, 'data-title') ?? '', text: '' } : section
      if (own !== section) sections.push(own)
      open.push({
        name,
        section: own,
        isTitle: isTitle || (titles.has(name) && own.title === ''),
        isSkipped: isSkipped || skipped.has(name) || isUnsearched.test(attributes),
      })
    }
  }
  return sections.map(({ id, title, text }) => ({ id, title: tidy(title), text: tidy(text) }))
}

const attributeOf = (attributes: string, name: string) => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1]
  return value === undefined ? undefined : decode(value)
}

const tidy = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,:;)])/g, '')
    .trim()

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

const decode = (text: string) => text.replace(/&([a-z]+|#x27);/g, (entity, name: string) => entities[name] ?? entity)
