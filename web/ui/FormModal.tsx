import { Form, type FormInstance, Input, Modal } from 'antd'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { CallError } from '../api/call-error.ts'
import { failureText, fieldErrors } from '../api/failure-text.ts'
import { useText } from '../i18n/texts.ts'
import { Failure } from './Failure.tsx'
import { notify } from './notify.ts'
import { useAction } from './use-action.ts'

/** What is wrong, by the name of the field. */
export type FieldProblems<Values> = { readonly [Name in keyof Values]?: ReactNode }

interface Props<Values extends object, Answer> {
  readonly title: ReactNode
  readonly width?: number
  /** What the button does. */
  readonly okText?: string
  readonly danger?: boolean
  /** Nothing can be sent yet. */
  readonly disabled?: boolean
  readonly hint?: ReactNode
  readonly initialValues?: Partial<Values>
  /** Where the screen follows the values: with `Form.useWatch`, for instance. */
  readonly form?: FormInstance<Values>
  /** The call. What it refuses has been said by the call itself; the form stays open then. */
  readonly onSubmit: (values: Values) => Promise<Answer>
  /** Said when it is done. */
  readonly done?: string | ((answer: Answer) => string)
  /** A refusal stands above the fields. Its calls handle their refusals: `{ handles: 'all' }`. */
  readonly showsFailure?: boolean
  /** Which field a refusal is about, and what to say there. The fields of a 900001 are found without it. */
  readonly problemsOf?: (
    error: CallError,
    values: Values,
  ) => FieldProblems<Values> | Promise<FieldProblems<Values> | undefined> | undefined
  /** At the start of the row of buttons: a note, or another button. */
  readonly footer?: ReactNode
  readonly onClose: () => void
  /** Ant Design's `Form.Item`s. */
  readonly children: ReactNode
}

/** Values that look alike to the user are alike: an empty field is an empty field. */
const fingerprint = (values: object) =>
  JSON.stringify(values, (_, value) => (value === '' || value === null ? undefined : value))

/** Whether something was changed since the form opened. */
function useDirty(initial: object) {
  const start = useRef<string>(undefined)
  const dirty = useRef(false)
  const follow = (changed: object, all: object) => {
    const before = Object.fromEntries(Object.keys(changed).map((name) => [name, Reflect.get(initial, name)]))
    start.current ??= fingerprint({ ...all, ...before })
    dirty.current = fingerprint(all) !== start.current
  }
  return { dirty, follow }
}

/** Asks before what was written is lost. */
function useLeaving(onClose: () => void) {
  const t = useText('shell')
  const [modal, holder] = Modal.useModal()
  const ask = () =>
    void modal.confirm({
      title: t('form.leave'),
      content: t('form.leaveHint'),
      okText: t('form.discard'),
      cancelText: t('form.stay'),
      autoFocusButton: 'cancel',
      onOk: onClose,
    })
  return { ask, holder }
}

/** A form that calls, says that it was done, and closes. Enter sends it; a form that was changed asks before it closes. */
export function FormModal<Values extends object, Answer>(props: Props<Values, Answer>) {
  const { title, width, okText, danger, disabled, hint, footer, initialValues = {}, onClose, children } = props
  const id = useId()
  const [form] = Form.useForm<Values>(props.form)
  const { busy, run } = useAction()
  const { dirty, follow } = useDirty(initialValues)
  const { ask, holder } = useLeaving(onClose)
  const [failure, setFailure] = useState<string>()
  const refused = useRef<readonly string[]>([])
  const setErrors = (problems: ReadonlyMap<string, ReactNode>) =>
    form.setFields(
      // Ant Design draws nodes, too; its types say texts.
      [...problems].map(([name, problem]) => ({ name: name as never, errors: problem ? [problem as string] : [] })),
    )

  const show = async (error: CallError, values: Values) => {
    const own = (await props.problemsOf?.(error, values)) ?? {}
    const names = new Set(form.getFieldsError().map(({ name }) => name.join('.')))
    const problems = [...fieldErrors(error), ...Object.entries<ReactNode>(own)].filter(([name]) => names.has(name))
    setErrors(new Map(problems))
    refused.current = problems.map(([name]) => name)
    if (props.showsFailure && problems.length === 0) setFailure(await failureText(error))
  }
  const submit = (values: Values) =>
    run(
      async () => {
        setFailure(undefined)
        const answer = await props.onSubmit(values)
        const { done } = props
        if (done !== undefined) notify('success', typeof done === 'string' ? done : done(answer))
      },
      { close: onClose, onFailure: (error) => show(error, values) },
    )
  /** What the server said of a value says nothing of the next one. */
  const change = (changed: Partial<Values>, all: Values) => {
    follow(changed, all)
    if (refused.current.some((name) => name in changed)) {
      setErrors(new Map(refused.current.map((name) => [name, undefined])))
      refused.current = []
    }
  }
  return (
    <Modal
      open
      title={title}
      width={width}
      okText={okText}
      okButtonProps={{ danger, disabled, loading: busy, htmlType: 'submit', form: id }}
      footer={
        footer === undefined
          ? undefined
          : (buttons) => (
              <div className="sy-modal-foot">
                <span>{footer}</span>
                {buttons}
              </div>
            )
      }
      onCancel={() => (dirty.current && !busy ? ask() : onClose())}
    >
      {hint && <p className="sy-faint">{hint}</p>}
      <Failure text={failure} />
      <Form<Values>
        form={form}
        name={id}
        layout="vertical"
        requiredMark={false}
        scrollToFirstError={{ focus: true, block: 'nearest' }}
        initialValues={initialValues}
        onValuesChange={change}
        onFinish={(values) => void submit(values)}
      >
        {children}
      </Form>
      {holder}
    </Modal>
  )
}

interface ReasonProps {
  readonly label: string
  /** Said where it is left empty. */
  readonly needed: string
  readonly hint?: string
  readonly maxLength?: number
}

/** Why: the field `reason` of such a form. */
export function ReasonField({ label, needed, hint, maxLength = 200 }: ReasonProps) {
  return (
    <Form.Item name="reason" label={label} extra={hint} rules={[{ required: true, whitespace: true, message: needed }]}>
      <Input.TextArea maxLength={maxLength} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
    </Form.Item>
  )
}
