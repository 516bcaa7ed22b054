import type { ComponentProps, FormEvent } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: (event: FormEvent) => unknown }

/** A form whose fields are checked by us, not by the browser, and that never leaves the page. */
export const Form = ({ onSubmit, ...rest }: FormProps) => (
  <form
    noValidate
    {...rest}
    onSubmit={(event) => {
      event.preventDefault()
      void onSubmit(event)
    }}
  />
)
