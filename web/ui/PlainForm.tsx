/**
 * A small form for the first screens: native inputs, checked when submitted, errors at the fields. The screens of daily
 * work use Ant Design's form; it weighs as much as everything else that a first visit fetches.
 */
import {
  createContext,
  type FormEvent,
  type HTMLInputAutoCompleteAttribute,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useText } from '../i18n/texts.ts'
import { Icon } from './Icon.tsx'

export type PlainValues = Readonly<Record<string, string>>

/** What is wrong with a value, in words; nothing when it is right. */
export type PlainCheck = (value: string, values: PlainValues) => string | undefined

interface FormState {
  /** The field's value if it is right; otherwise its error is shown, and nothing answered. */
  readonly validate: (name: string) => string | undefined
  readonly errors: PlainValues
  readonly register: (name: string, check: PlainCheck) => () => void
  readonly clear: (name: string) => void
}

const FormContext = createContext<FormState | undefined>(undefined)

interface FormProps {
  /** Called with trimmed values once every field is right. */
  readonly onSubmit: (values: PlainValues) => void
  /** What the server found wrong: field name → text. */
  readonly serverErrors?: PlainValues
  readonly children: ReactNode
}

export function PlainForm({ onSubmit, serverErrors, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const checks = useRef(new Map<string, PlainCheck>())
  const [errors, setErrors] = useState<PlainValues>({})
  useEffect(() => setErrors(serverErrors ?? {}), [serverErrors])

  const fieldNamed = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)
  /** Trimmed, but for passwords: a space may be part of one. */
  const read = (): Record<string, string> => {
    const fields = form.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input[name], select[name]')
    const inputs = [...(fields ?? [])]
    return Object.fromEntries(
      inputs.map((input) => [input.name, input.dataset.exact === undefined ? input.value.trim() : input.value]),
    )
  }
  const faultsOf = (values: PlainValues, names: Iterable<string>): Record<string, string> => {
    const found: Record<string, string> = {}
    for (const name of names) {
      const fault = checks.current.get(name)?.(values[name] ?? '', values)
      if (fault !== undefined) found[name] = fault
    }
    return found
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const values = read()
    const found = faultsOf(values, checks.current.keys())
    setErrors(found)
    const first = Object.keys(found)[0]
    if (first === undefined) onSubmit(values)
    else fieldNamed(first)?.focus()
  }

  const state: FormState = {
    errors,
    validate(name) {
      const values = read()
      const found = faultsOf(values, [name])
      setErrors((before) => ({ ...before, ...found }))
      if (found[name] === undefined) return values[name]
      fieldNamed(name)?.focus()
      return undefined
    },
    register(name, check) {
      checks.current.set(name, check)
      return () => checks.current.delete(name)
    },
    clear(name) {
      if (errors[name] !== undefined) setErrors(({ [name]: _, ...others }) => others)
    },
  }
  return (
    <form ref={form} className="sy-form" noValidate onSubmit={submit}>
      <FormContext value={state}>{children}</FormContext>
    </form>
  )
}

/** The form around: for a button inside it that needs one of its values before it is submitted. */
export function usePlainForm(): Pick<FormState, 'validate'> {
  const form = useContext(FormContext)
  if (!form) throw new Error('there is no PlainForm around')
  return form
}

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'password' | 'tel' | 'email'
  /** Said when nothing was entered. */
  readonly required?: string
  readonly check?: PlainCheck
  readonly hint?: ReactNode
  readonly defaultValue?: string
  readonly placeholder?: string
  readonly autoComplete?: HTMLInputAutoCompleteAttribute
  readonly inputMode?: 'text' | 'numeric' | 'tel' | 'email'
  readonly maxLength?: number
  readonly autoFocus?: boolean
  readonly onChange?: (value: string) => void
  /** At the end of the field: a button that sends a code, for instance. */
  readonly end?: ReactNode
  /** One of these is chosen; nothing can be typed. */
  readonly choices?: readonly string[]
}

/** A labelled input of a PlainForm. A password can be shown while it is typed. */
export function PlainField(props: FieldProps) {
  const { name, label, type = 'text', required, check, hint, end, onChange, autoFocus, choices, ...input } = props
  const t = useText('shell')
  const id = useId()
  const form = useContext(FormContext)
  const element = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(false)
  const rule = useRef<PlainCheck>(() => undefined)
  rule.current = (value, values) => (value === '' ? required : check?.(value, values))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a field is registered under its name, once.
  useEffect(() => form?.register(name, (value, values) => rule.current(value, values)), [name])
  useEffect(() => {
    if (autoFocus) element.current?.focus()
  }, [autoFocus])
  const error = form?.errors[name]
  const described = {
    'aria-invalid': error !== undefined,
    'aria-describedby': error !== undefined || hint ? `${id}-note` : undefined,
  }
  const changed = (value: string) => {
    form?.clear(name)
    onChange?.(value)
  }
  return (
    <div className="sy-field" data-wrong={error !== undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="sy-field-box">
        {choices ? (
          <select {...described} id={id} name={name} onChange={(event) => changed(event.target.value)}>
            {['', ...choices].map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        ) : (
          <input
            {...input}
            {...described}
            ref={element}
            id={id}
            name={name}
            type={type === 'password' && shown ? 'text' : type}
            data-exact={type === 'password' ? '' : undefined}
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => changed(event.target.value)}
          />
        )}
        {type === 'password' && (
          <button
            type="button"
            className="sy-field-end"
            aria-label={t('showPassword')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eye' : 'eye-off'} size={18} />
          </button>
        )}
        {end}
      </div>
      {(error !== undefined || hint) && (
        <p id={`${id}-note`} className="sy-field-note" role={error === undefined ? undefined : 'alert'}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

/** The button that submits; it shows that the form is on its way. */
export function PlainSubmit({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <button type="submit" className="sy-button sy-button-large" disabled={busy} aria-busy={busy}>
      {busy && <span className="sy-button-spinner" aria-hidden="true" />}
      {children}
    </button>
  )
}
