import './community.css'
import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { TopicChooser } from '#modules/content/topics/web.tsx'
import { checkTexts, MarkedText } from '#modules/platform/words/web.tsx'
import { failureText } from '#web/api/failure-text.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { accountDescriptionLengthMax, accountNameLengthMax, accountTopicsMax } from '../../contract/shapes.ts'
import { community } from '../../contract.ts'

type ChosenTopic = NonNullable<Parameters<typeof TopicChooser>[0]['value']>[number]

export interface AccountValues {
  readonly name: string
  readonly desc: string
  readonly topics: readonly ChosenTopic[]
  /** `files/{id}`, as the upload returns it. */
  readonly picturePath: string
}

export const emptyAccount: AccountValues = { name: '', desc: '', topics: [], picturePath: '' }

/** The body of the calls (COMMUNITY-037). */
export function accountBody({ name, desc, topics, picturePath }: AccountValues) {
  return {
    name: name.trim(),
    desc: desc.trim(),
    topicIds: topics.map((topic) => topic.id).join(','),
    headPortrait: picturePath.replace(/^files\//, ''),
    headPortraitPath: picturePath,
  }
}

interface Props {
  readonly initial: AccountValues
  /** The edited account, whose own name counts as free. */
  readonly accountId?: string
  readonly submitText: string
  readonly onSubmit: (values: AccountValues) => Promise<void>
  readonly onCancel?: () => void
}

type Problems = Partial<Record<keyof AccountValues, string>>

/** Picture, name, topics and description of a share account, each with its error. */
export function AccountForm({ initial, accountId, submitText, onSubmit, onCancel }: Props) {
  const t = useText('community')
  const id = useId()
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<Problems>({})
  const [hits, setHits] = useState<Awaited<ReturnType<typeof checkTexts>>>(new Map())
  const [failure, setFailure] = useState<string>()
  const { busy, run } = useAction()
  const change = (part: Partial<AccountValues>) => {
    setValues((before) => ({ ...before, ...part }))
    const touched = Object.keys(part) as (keyof AccountValues)[]
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !touched.includes(name as keyof AccountValues))),
    )
  }
  const problemsOf = (): Problems => ({
    ...(values.picturePath === '' && { picturePath: t('form.pictureNeeded') }),
    ...(values.name.trim() === '' && { name: t('form.nameNeeded') }),
    ...(values.topics.length === 0 && { topics: t('form.topicNeeded') }),
  })
  const checkName = async () => {
    const name = values.name.trim()
    if (name === '' || name === initial.name) return
    const query = { name, ...(accountId !== undefined && { id: accountId }) }
    const { flag } = await call(community.nameExists, { query }, { quiet: true })
    if (flag) setProblems((before) => ({ ...before, name: t('form.nameTaken') }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemsOf()
    setProblems(found)
    setFailure(undefined)
    if (Object.keys(found).length > 0) return
    return run(
      async () => {
        const textHits = await checkTexts({ name: values.name, desc: values.desc })
        setHits(textHits)
        if (textHits.size === 0) await onSubmit(values)
      },
      {
        onFailure: async (error) => {
          setFailure(await failureText(error))
        },
      },
    )
  }
  const problem = (name: keyof AccountValues) =>
    problems[name] && (
      <p className="cm-problem" id={`${id}-${name}-problem`}>
        {problems[name]}
      </p>
    )
  const invalid = (name: keyof AccountValues) =>
    problems[name] ? { 'aria-invalid': true, 'aria-describedby': `${id}-${name}-problem` } : {}
  return (
    <form className="sy-column sy-gap-5 cm-form" noValidate onSubmit={(event) => void submit(event)}>
      <div role="alert">{failure && <p className="cm-failure">{failure}</p>}</div>
      <fieldset className="sy-row sy-wrap sy-gap-4 cm-picture">
        <legend>{t('form.picture')}</legend>
        <Avatar name={values.name || '·'} path={values.picturePath} size={72} />
        <div>
          <Slot name="picture-upload" values={{ onUploaded: (picturePath) => change({ picturePath }) }} />
          {problem('picturePath')}
        </div>
      </fieldset>
      <div className="sy-column sy-gap-2 cm-field">
        <label htmlFor={`${id}-name`}>{t('form.name')}</label>
        <Input
          id={`${id}-name`}
          value={values.name}
          maxLength={accountNameLengthMax}
          showCount
          status={problems.name ? 'error' : ''}
          {...invalid('name')}
          onChange={({ target }) => change({ name: target.value })}
          onBlur={() => void checkName().catch(() => undefined)}
        />
        {problem('name')}
        <Marked text={values.name} hits={hits.get('name')} />
      </div>
      <div className="sy-column sy-gap-2 cm-field">
        <span className="cm-label" id={`${id}-topics`}>
          {t('form.topics')}
        </span>
        <TopicChooser
          value={values.topics}
          max={accountTopicsMax}
          labelledBy={`${id}-topics`}
          onChange={(topics) => change({ topics })}
        />
        {problem('topics')}
      </div>
      <div className="sy-column sy-gap-2 cm-field">
        <label htmlFor={`${id}-desc`}>{t('form.desc')}</label>
        <Input.TextArea
          id={`${id}-desc`}
          value={values.desc}
          maxLength={accountDescriptionLengthMax}
          showCount
          rows={4}
          onChange={({ target }) => change({ desc: target.value })}
        />
        <Marked text={values.desc} hits={hits.get('desc')} />
      </div>
      <div className="cm-form-actions">
        {onCancel && <Button onClick={onCancel}>{t('form.cancel')}</Button>}
        <Button type="primary" htmlType="submit" loading={busy}>
          {submitText}
        </Button>
      </div>
    </form>
  )
}

/** The typed text with its sensitive words marked. */
function Marked({ text, hits }: { text: string; hits: Parameters<typeof MarkedText>[0]['hits'] | undefined }) {
  if (!hits || hits.length === 0) return null
  return (
    <p className="cm-marked">
      <MarkedText text={text} hits={hits} />
    </p>
  )
}
