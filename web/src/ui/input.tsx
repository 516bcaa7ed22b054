import { Eye, EyeOff, Search } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { useFieldWiring } from './field.tsx'
import * as t from './messages.ts'

/** Text controls. Inside a Field they are labelled and described by it. */
export const Input = ({ className, ...rest }: ComponentProps<'input'>) => (
  <input {...useFieldWiring()} {...rest} className={classNames('input', className)} />
)

export const Textarea = ({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) => (
  <textarea {...useFieldWiring()} rows={rows} {...rest} className={classNames('input', className)} />
)

type SelectProps = ComponentProps<'select'> & { placeholder?: string }

/** The platform's own list: on a phone nothing is better. */
export const Select = ({ className, placeholder, children, ...rest }: SelectProps) => (
  <div className="select">
    <select {...useFieldWiring()} {...rest} className={classNames('input', className)}>
      {placeholder && (
        <option value="" disabled>
          {placeholder}
        </option>
      )}
      {children}
    </select>
  </div>
)

/** Digits stay in the control as text: money is never a float. */
export const MoneyInput = ({ className, sign = '$', ...rest }: ComponentProps<'input'> & { sign?: string }) => (
  <div className="affix">
    <span className="pre quiet" aria-hidden="true">
      {sign}
    </span>
    <input
      {...useFieldWiring()}
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      className={classNames('input input--money', className)}
    />
  </div>
)

/** A control with an icon inside its left end. */
const IconInput = ({ icon, className, ...rest }: ComponentProps<'input'> & { icon: ReactNode }) => (
  <div className="affix">
    {icon}
    <Input {...rest} className={className} />
  </div>
)

/** What is looked for, as it is being typed. */
export const SearchInput = ({
  onType,
  maxLength = 200,
  ...rest
}: {
  value: string
  placeholder: string
  maxLength?: number | undefined
  onType: (typed: string) => void
}) => (
  <IconInput
    icon={<Search className="ico" aria-hidden="true" />}
    type="search"
    maxLength={maxLength}
    spellCheck={false}
    {...rest}
    onChange={(event) => onType(event.target.value)}
  />
)

export const PasswordInput = (props: ComponentProps<'input'>) => {
  const [shown, setShown] = useState(false)
  return (
    <div className="affix">
      <Input {...props} type={shown ? 'text' : 'password'} />
      <span className="post">
        <IconButton
          label={shown ? t.hidePassword : t.showPassword}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff className="ico" /> : <Eye className="ico" />}
        </IconButton>
      </span>
    </div>
  )
}
