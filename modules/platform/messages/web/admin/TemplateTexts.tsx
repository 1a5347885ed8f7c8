import { Form, Input } from 'antd'
import { useId } from 'react'
import type { Language } from '#kit/caller.ts'
import { useText } from '#web/i18n/texts.ts'
import { faultOf, type TextPart, type Texts } from './template-faults.ts'

const TITLE_LENGTH_MAX = 200
const BODY_LENGTH_MAX = 2000

interface Props {
  readonly language: Language
  readonly texts: Texts[Language]
  readonly names: readonly string[]
  readonly onChange: (part: TextPart, text: string) => void
  readonly onPlace: (part: TextPart, element: HTMLInputElement | HTMLTextAreaElement) => void
}

/** Title and body in one language. */
export function TemplateTexts({ language, texts, names, onChange, onPlace }: Props) {
  const t = useText('messages')
  const id = useId()
  const faultText = (part: TextPart) => {
    const fault = faultOf(texts[part], names)
    if (fault === undefined) return undefined
    if (fault === 'empty') return t('templates.empty')
    return t('templates.unknownVariable', { name: `{${fault.unknown}}` })
  }
  const field = (part: TextPart) => ({
    label: t(`templates.part.${part}`),
    htmlFor: `${id}-${part}`,
    validateStatus: faultText(part) === undefined ? ('' as const) : ('error' as const),
    help: faultText(part),
  })
  return (
    <section className="ms-template-language" aria-labelledby={id}>
      <h3 id={id}>{t(`templates.language.${language}`)}</h3>
      <Form layout="vertical" component="div">
        <Form.Item {...field('title')}>
          <Input
            id={`${id}-title`}
            lang={language === 'cn' ? 'zh-CN' : 'en'}
            value={texts.title}
            maxLength={TITLE_LENGTH_MAX}
            onChange={({ target }) => onChange('title', target.value)}
            onFocus={({ target }) => onPlace('title', target)}
          />
        </Form.Item>
        <Form.Item {...field('body')}>
          <Input.TextArea
            id={`${id}-body`}
            lang={language === 'cn' ? 'zh-CN' : 'en'}
            value={texts.body}
            maxLength={BODY_LENGTH_MAX}
            autoSize={{ minRows: 5, maxRows: 14 }}
            showCount
            onChange={({ target }) => onChange('body', target.value)}
            onFocus={({ target }) => onPlace('body', target)}
          />
        </Form.Item>
      </Form>
    </section>
  )
}
