import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from './class-names.ts'

export type ButtonLook = {
  /** One `signal` per view: the main action of the screen. */
  variant?: 'signal' | 'line' | 'ghost' | 'bad' | 'deep'
  size?: 'sm' | 'md' | 'lg'
  block?: boolean
  /** An icon of 17px at the left. */
  icon?: ReactNode
}

type ButtonProps = ComponentProps<'button'> & ButtonLook & { busy?: boolean }

/** A busy button keeps its place, its width and the focus, and takes no second press. */
export const Button = ({
  variant,
  size,
  block,
  icon,
  busy = false,
  children,
  className,
  ref: given,
  ...rest
}: ButtonProps) => {
  const ref = useRef<HTMLButtonElement>(null)
  // A menu needs the button that it opens from.
  useImperativeHandle(given, () => ref.current as HTMLButtonElement)
  const restingWidth = useRef(0)
  useLayoutEffect(() => {
    const button = ref.current
    if (!button) return
    button.style.minWidth = busy ? `${restingWidth.current}px` : ''
    if (!busy) restingWidth.current = button.offsetWidth
  })
  const swallow = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <button
      // A pressed button must not turn into one that submits: the browser reads its type after our handlers.
      key={rest.type ?? 'button'}
      type="button"
      {...rest}
      ref={ref}
      className={classNames(lookOf({ variant, size, block }), className)}
      {...(busy ? { 'aria-busy': true, onClick: swallow } : {})}
    >
      {busy ? <Busy /> : icon}
      {children}
    </button>
  )
}

/** A link that looks like a button: it goes somewhere. */
export const ButtonLink = ({ variant, size, block, icon, children, className, ...rest }: LinkProps & ButtonLook) => (
  <Link {...rest} className={classNames(lookOf({ variant, size, block }), className)}>
    {icon}
    {children}
  </Link>
)

type IconButtonProps = ComponentProps<'button'> & { label: string }

/** An icon alone, named for those who do not see it. */
export const IconButton = ({ label, className, children, ...rest }: IconButtonProps) => (
  <button type="button" {...rest} className={classNames('iconbtn', className)} aria-label={label}>
    {children}
  </button>
)

const Busy = () => (
  <span className="busy" aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
)

type Look = { [K in 'variant' | 'size' | 'block']: ButtonLook[K] | undefined }

const lookOf = ({ variant = 'line', size = 'md', block }: Look) =>
  classNames('btn', `btn--${variant}`, size !== 'md' && `btn--${size}`, block && 'btn--block')
