import { Button, Form, Input } from 'antd'
import { useId } from 'react'
import type { Language } from '#kit/caller.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { type Fault, faultOf, piecesOf, type TextPart, type Texts } from './placeholder-words.ts'

const TITLE_LENGTH_MAX = 200
const BODY_LENGTH_MAX = 2000

interface Props {
  readonly language: Language
  readonly texts: Texts[Language]
  readonly words: ReadonlyMap<string, string>
  readonly onChange: (part: TextPart, text: string) => void
  readonly onPlace: (part: TextPart, element: HTMLTextAreaElement) => void
}

/** Title and body in one language. What is filled in is marked; what is wrong is marked where it stands. */
export function TemplateTexts({ language, texts, words, onChange, onPlace }: Props) {
  const t = useText('messages')
  const id = useId()
  const tongue = language === 'cn' ? 'zh-CN' : 'en'
  const field = (part: TextPart, lengthMax: number) => {
    const fault = faultOf(texts[part], words)
    return (
      <Form.Item
        label={t(`templates.part.${part}`)}
        htmlFor={`${id}-${part}`}
        validateStatus={fault === undefined ? '' : 'error'}
        help={
          fault && (
            <FaultLine
              fault={fault}
              onMend={(wrong, right) => onChange(part, replaceWord(texts[part], wrong, right))}
            />
          )
        }
      >
        <div className="ms-marked">
          <div className="ms-marked-back" aria-hidden="true" lang={tongue}>
            {piecesOf(texts[part], words).map(({ text, kind }, at) =>
              kind === 'plain' ? (
                text
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are the text, in its order.
                <mark key={at} data-fault={kind === 'fault'}>
                  {text}
                </mark>
              ),
            )}{' '}
          </div>
          <Input.TextArea
            id={`${id}-${part}`}
            lang={tongue}
            value={texts[part]}
            maxLength={lengthMax}
            autoSize={{ minRows: part === 'title' ? 1 : 5 }}
            onChange={({ target }) =>
              onChange(part, part === 'title' ? target.value.replaceAll('\n', ' ') : target.value)
            }
            onFocus={({ target }) => onPlace(part, target as HTMLTextAreaElement)}
          />
        </div>
      </Form.Item>
    )
  }
  return (
    <section className="ms-template-language" aria-labelledby={id}>
      <h3 id={id}>{t(`templates.language.${language}`)}</h3>
      <Form layout="vertical" component="div">
        {field('title', TITLE_LENGTH_MAX)}
        {field('body', BODY_LENGTH_MAX)}
      </Form>
    </section>
  )
}

const replaceWord = (text: string, wrong: string, right: string) => text.replaceAll(`{${wrong}}`, `{${right}}`)

function FaultLine({ fault, onMend }: { fault: Fault; onMend: (wrong: string, right: string) => void }) {
  const t = useText('messages')
  if (fault === 'empty') return t('templates.empty')
  const { unknown, closest } = fault
  return (
    <span className="sy-flow sy-gap-2">
      <span>
        <Icon name="alert" size={14} /> {t('templates.unknown', { word: `{${unknown}}` })}
      </span>
      {closest !== undefined && (
        <Button size="small" onClick={() => onMend(unknown, closest)}>
          {t('templates.mend', { word: `{${closest}}` })}
        </Button>
      )}
    </span>
  )
}
