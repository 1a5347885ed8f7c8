import { Button, Tag } from 'antd'
import { useRef, useState } from 'react'
import type { Language } from '#kit/caller.ts'
import type { Output } from '#kit/contract.ts'
import { call, q, queryClient } from '#web/api/query.ts'
import { useBilingual, useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { messages } from '../../contract.ts'
import { insertVariable } from './insert-variable.ts'
import { TemplatePreview } from './TemplatePreview.tsx'
import { TemplateTest } from './TemplateTest.tsx'
import { TemplateTexts } from './TemplateTexts.tsx'
import { faultOf, type TextPart } from './template-faults.ts'

type Template = Output<typeof messages.template>

/** The field with the last caret position, where a variable is inserted. */
interface Place {
  readonly language: Language
  readonly part: TextPart
  readonly element: HTMLInputElement | HTMLTextAreaElement
}

const languages = ['cn', 'en'] as const
const parts = ['title', 'body'] as const

/** A type's texts in both languages side by side, with variables, a preview and a test. */
export function TemplateEditor({ template }: { template: Template }) {
  const t = useText('messages')
  const label = useBilingual()
  const [texts, setTexts] = useState(template.texts)
  const { busy, run } = useAction()
  const place = useRef<Place>(undefined)
  const names = template.variables.map((variable) => variable.name)
  const changed = JSON.stringify(texts) !== JSON.stringify(template.texts)
  const faulty = languages.some((language) => parts.some((part) => faultOf(texts[language][part], names)))

  const set = (language: Language, part: TextPart, text: string) =>
    setTexts((before) => ({ ...before, [language]: { ...before[language], [part]: text } }))
  const insert = (name: string) => {
    const at = place.current
    if (!at) return
    const text = texts[at.language][at.part]
    const { selectionStart, selectionEnd } = at.element
    const done = insertVariable(text, name, selectionStart ?? text.length, selectionEnd ?? text.length)
    set(at.language, at.part, done.text)
    // The caret can move only after the field shows the new text.
    requestAnimationFrame(() => {
      at.element.focus()
      at.element.setSelectionRange(done.caret, done.caret)
    })
  }
  const keep = (answer: Template) => {
    queryClient.setQueryData(q(messages.template, { params: { code: template.code } }).queryKey, answer)
    setTexts(answer.texts)
  }
  const save = () =>
    run(
      async () => {
        keep(await call(messages.saveTemplate, { params: { code: template.code }, body: texts }))
      },
      { done: t('templates.saved') },
    )
  const reset = async () => {
    keep(await call(messages.resetTemplate, { params: { code: template.code } }))
    notify('success', t('templates.wasReset'))
  }

  return (
    <article className="sy-card ms-template">
      <header className="sy-flow sy-apart sy-gap-3 ms-template-head">
        <div>
          <h2>{label(template.label)}</h2>
          <p className="sy-faint">
            <code>{template.code}</code>
            {template.mandatory && <Tag>{t('settings.mandatory')}</Tag>}
            {template.channels.map((channel) => (
              <Tag key={channel}>{t(`channel.${channel}`)}</Tag>
            ))}
          </p>
        </div>
        <div className="sy-actions">
          <ConfirmButton
            disabled={!template.customized}
            question={t('templates.resetQuestion')}
            consequence={t('templates.resetConsequence')}
            onConfirm={reset}
          >
            {t('templates.reset')}
          </ConfirmButton>
          <Button type="primary" loading={busy} disabled={!changed || faulty} onClick={() => void save()}>
            {t('templates.save')}
          </Button>
        </div>
      </header>
      <fieldset className="sy-flow sy-gap-2 ms-variables">
        <legend>{t('templates.variables')}</legend>
        {template.variables.map((variable) => (
          <button
            key={variable.name}
            type="button"
            // The caret must stay where it is.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => insert(variable.name)}
          >
            <code>{`{${variable.name}}`}</code>
            {label(variable.label)}
          </button>
        ))}
        {template.variables.length === 0 && <span className="sy-faint">{t('templates.noVariables')}</span>}
      </fieldset>
      <div className="sy-grid sy-gap-5 ms-template-columns">
        {languages.map((language) => (
          <TemplateTexts
            key={language}
            language={language}
            texts={texts[language]}
            names={names}
            onChange={(part, text) => set(language, part, text)}
            onPlace={(part, element) => {
              place.current = { language, part, element }
            }}
          />
        ))}
      </div>
      <TemplatePreview code={template.code} texts={texts} faulty={faulty} />
      <TemplateTest code={template.code} unsaved={changed} />
    </article>
  )
}
