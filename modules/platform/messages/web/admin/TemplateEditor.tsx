import { Tag } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { Language } from '#kit/caller.ts'
import type { Output } from '#kit/contract.ts'
import { call, q, queryClient } from '#web/api/query.ts'
import { useBilingual, useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { SaveBar } from '#web/ui/SaveBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useLeaveGuard } from '#web/ui/use-leave-guard.tsx'
import { messages } from '../../contract.ts'
import { faultOf, inNames, insertWord, inWords, type TextPart, type Texts, wordsOf } from './placeholder-words.ts'
import { TemplatePreview } from './TemplatePreview.tsx'
import { TemplateTest } from './TemplateTest.tsx'
import { TemplateTexts } from './TemplateTexts.tsx'

type Template = Output<typeof messages.template>
type Words = Readonly<Record<Language, ReadonlyMap<string, string>>>

/** The field with the last caret position, where a word is inserted. */
interface Place {
  readonly language: Language
  readonly part: TextPart
  readonly element: HTMLTextAreaElement
}

const languages = ['cn', 'en'] as const
const parts = ['title', 'body'] as const
const fields = languages.flatMap((language) => parts.map((part) => ({ language, part })))

const eachText = (texts: Texts, words: Words, change: typeof inWords): Texts => {
  const changed = (language: Language) => ({
    title: change(texts[language].title, words[language]),
    body: change(texts[language].body, words[language]),
  })
  return { cn: changed('cn'), en: changed('en') }
}

/** A type's texts in both languages side by side, with what can be inserted, a preview and a test. */
export function TemplateEditor({ template }: { template: Template }) {
  const t = useText('messages')
  const label = useBilingual()
  const words = useMemo<Words>(
    () => ({ cn: wordsOf(template.variables, 'cn'), en: wordsOf(template.variables, 'en') }),
    [template.variables],
  )
  const saved = useMemo(() => eachText(template.texts, words, inWords), [template.texts, words])
  const [texts, setTexts] = useState(saved)
  const { busy, run } = useAction()
  const place = useRef<Place>(undefined)
  const wire = useMemo(() => eachText(texts, words, inNames), [texts, words])
  const changes = fields.filter(({ language, part }) => texts[language][part] !== saved[language][part])
  const faulty = fields.find(({ language, part }) => faultOf(texts[language][part], words[language]))
  const guard = useLeaveGuard(changes.length > 0)

  const set = (language: Language, part: TextPart, text: string) =>
    setTexts((before) => ({ ...before, [language]: { ...before[language], [part]: text } }))
  const insert = (name: string) => {
    const at = place.current
    if (!at) return
    const text = texts[at.language][at.part]
    const { selectionStart, selectionEnd } = at.element
    const done = insertWord(
      text,
      words[at.language].get(name) ?? name,
      selectionStart ?? text.length,
      selectionEnd ?? text.length,
    )
    set(at.language, at.part, done.text)
    // The caret can move only after the field shows the new text.
    requestAnimationFrame(() => {
      at.element.focus()
      at.element.setSelectionRange(done.caret, done.caret)
    })
  }
  /** What was typed since `sent` stays. */
  const keep = (answer: Template, sent?: Texts) => {
    queryClient.setQueryData(q(messages.template, { params: { code: template.code } }).queryKey, answer)
    const fresh = eachText(answer.texts, words, inWords)
    setTexts((now) => (sent === undefined || now === sent ? fresh : now))
  }
  const save = () =>
    run(
      async () => {
        keep(await call(messages.saveTemplate, { params: { code: template.code }, body: wire }), texts)
      },
      { done: t('templates.saved') },
    )
  const reset = async () => {
    keep(await call(messages.resetTemplate, { params: { code: template.code } }))
    notify('success', t('templates.wasReset'))
  }

  return (
    <>
      <article className="sy-card ms-template">
        <header className="sy-flow sy-apart sy-gap-3 ms-template-head">
          <div>
            <h2>
              {label(template.label)} {template.customized && <Tag>{t('templates.customized')}</Tag>}
            </h2>
            <p className="sy-faint">
              {t('templates.channels', {
                channels: template.channels.map((channel) => t(`channel.${channel}`)).join(t('webhooks.comma')),
              })}
              {' · '}
              {t(template.mandatory ? 'templates.mandatory' : 'templates.optional')}
            </p>
          </div>
          <ConfirmButton
            disabled={!template.customized}
            question={t('templates.resetQuestion')}
            consequence={t('templates.resetConsequence')}
            onConfirm={reset}
          >
            {t('templates.reset')}
          </ConfirmButton>
        </header>
        <fieldset className="sy-flow sy-gap-2 ms-variables">
          <legend>{t(template.variables.length === 0 ? 'templates.noVariables' : 'templates.variables')}</legend>
          {template.variables.map(({ name, label: word, example }) => (
            <button
              key={name}
              type="button"
              // The caret must stay where it is.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => insert(name)}
            >
              <Icon name="plus" size={14} />
              {label(word)}
              <small className="sy-faint">{t('templates.example', { example: label(example) })}</small>
            </button>
          ))}
        </fieldset>
        <div className="sy-grid sy-gap-5 ms-template-columns">
          {languages.map((language) => (
            <TemplateTexts
              key={language}
              language={language}
              texts={texts[language]}
              words={words[language]}
              onChange={(part, text) => set(language, part, text)}
              onPlace={(part, element) => {
                place.current = { language, part, element }
              }}
            />
          ))}
        </div>
        <TemplatePreview code={template.code} texts={wire} faulty={faulty !== undefined} />
        <TemplateTest code={template.code} unsaved={changes.length > 0} />
      </article>
      <SaveBar
        count={changes.length}
        fault={faulty && t('templates.noPreview')}
        busy={busy}
        onSave={() => void save()}
        onDiscard={() => setTexts(saved)}
      />
      {guard.holder}
    </>
  )
}
