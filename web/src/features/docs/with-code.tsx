/** A text that names fields, headers and values between backticks. */
export const WithCode = ({ text }: { text: string }) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))
