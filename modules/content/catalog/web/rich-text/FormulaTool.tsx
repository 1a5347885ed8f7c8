import type { Editor } from '@tiptap/react'
import { Button, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Formula } from '#web/ui/Formula.tsx'
import { ToolButton } from './ToolButton.tsx'

/** The formula that is chosen in the text, or none. */
export const chosenFormula = (editor: Editor): string | undefined =>
  editor.isActive('formula') ? String(editor.getAttributes('formula').latex ?? '') : undefined

/** Writes a formula as LaTeX, with a look at it; the chosen one is changed. */
export function FormulaTool({ editor, chosen }: { editor: Editor; chosen: string | undefined }) {
  const t = useText('catalog')
  const shell = useText('shell')
  const id = useId()
  const [latex, setLatex] = useState<string>()
  const written = latex?.trim() ?? ''
  const close = () => setLatex(undefined)
  const apply = () => {
    if (written === '') return
    const chain = editor.chain().focus()
    if (chosen === undefined) chain.insertContent({ type: 'formula', attrs: { latex: written } }).run()
    else chain.updateAttributes('formula', { latex: written }).run()
    close()
  }
  const remove = () => {
    editor.chain().focus().deleteSelection().run()
    close()
  }
  return (
    <>
      <ToolButton label={t('editor.formula')} active={chosen !== undefined} onClick={() => setLatex(chosen ?? '')}>
        <i>ƒx</i>
      </ToolButton>
      <Modal
        open={latex !== undefined}
        title={t('editor.formula')}
        okText={t('editor.apply')}
        cancelText={shell('cancel')}
        okButtonProps={{ disabled: written === '' }}
        onOk={apply}
        onCancel={close}
        destroyOnHidden
        footer={(buttons) => (
          <div className="sy-modal-foot">
            <span>
              {chosen !== undefined && (
                <Button danger onClick={remove}>
                  {t('editor.formulaRemove')}
                </Button>
              )}
            </span>
            {buttons}
          </div>
        )}
      >
        <div className="sy-column sy-gap-2">
          <label htmlFor={id}>{t('editor.formulaLatex')}</label>
          <Input.TextArea
            id={id}
            autoFocus
            value={latex}
            maxLength={FORMULA_LENGTH_MAX}
            autoSize={{ minRows: 2, maxRows: 6 }}
            spellCheck={false}
            onChange={(event) => setLatex(event.target.value)}
            onPressEnter={(event) => {
              if (!event.ctrlKey && !event.metaKey) return
              event.preventDefault()
              apply()
            }}
          />
          <small className="sy-note">{t('editor.formulaHint')}</small>
          <section className="sy-rich-formula-look" aria-label={t('editor.formulaPreview')}>
            {written !== '' && (
              <Formula latex={written} wrong={(reason) => <small>{t('editor.formulaWrong', { reason })}</small>} />
            )}
          </section>
        </div>
      </Modal>
    </>
  )
}

const FORMULA_LENGTH_MAX = 500
