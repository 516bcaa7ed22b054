import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import './menu.css'

type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement
  align?: 'start' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

/** A menu below its button. Arrow keys move, Escape closes. */
export const Menu = ({ trigger, align = 'start', children, ...state }: MenuProps) => (
  // A modal menu locks scrolling with an injected style, which the content policy forbids.
  <DropdownMenu.Root modal={false} {...state}>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    {/* Everything on a page belongs to a landmark. */}
    <DropdownMenu.Portal container={document.querySelector('main')}>
      <DropdownMenu.Content className="pop menu" align={align} sideOffset={6} collisionPadding={16}>
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
)

type MenuItemProps = {
  icon: ReactNode
  /** A quiet line below. */
  note?: ReactNode
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export const MenuItem = ({ icon, note, disabled = false, onSelect, children }: MenuItemProps) => (
  <DropdownMenu.Item disabled={disabled} onSelect={onSelect}>
    {icon}
    <span>
      {children}
      {note && <span className="block tiny quiet">{note}</span>}
    </span>
  </DropdownMenu.Item>
)

type MenuCheckProps = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }

/** Several may be checked, so the menu stays open. */
export const MenuCheck = ({ checked, onChange, children }: MenuCheckProps) => (
  <DropdownMenu.CheckboxItem checked={checked} onCheckedChange={onChange} onSelect={(event) => event.preventDefault()}>
    <span className="mark mark--box centered">{checked && <Check className="ico" aria-hidden="true" />}</span>
    <span>{children}</span>
  </DropdownMenu.CheckboxItem>
)

type MenuChoiceProps = {
  /** Empty if none of them is chosen. */
  value: string
  options: readonly { value: string; text: string }[]
  onChoose: (value: string) => void
}

/** One of several. */
export const MenuChoice = ({ value, options, onChoose }: MenuChoiceProps) => (
  <DropdownMenu.RadioGroup value={value} onValueChange={onChoose}>
    {options.map((option) => (
      <DropdownMenu.RadioItem key={option.value} value={option.value}>
        <span className="mark">{option.value === value && <Check className="ico" aria-hidden="true" />}</span>
        <span>{option.text}</span>
      </DropdownMenu.RadioItem>
    ))}
  </DropdownMenu.RadioGroup>
)
