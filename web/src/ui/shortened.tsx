type ShortenedProps = {
  /** Whole, in the title and when copied by a button. */
  text: string
  phone: string
  desk: string
}

/** An address or hash in mono, shorter on phones. */
export const Shortened = ({ text, phone, desk }: ShortenedProps) => (
  <span className="mono" title={text}>
    <span className="only-phone">{phone}</span>
    <span className="only-desk">{desk}</span>
  </span>
)
