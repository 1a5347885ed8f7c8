import './rich-text.css'
import '#web/ui/prose.css'
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable, isInTable } from '@tiptap/pm/tables'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { Button } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { type TextOf, useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { chosenFormula, FormulaTool } from './FormulaTool.tsx'
import { FormulaNode } from './formula-node.ts'
import { LinkTool } from './LinkTool.tsx'
import { MediaTool } from './MediaTool.tsx'
import { newTable, ownNodes } from './nodes.ts'
import { ToolButton } from './ToolButton.tsx'

export interface RichTextProps {
  readonly label: string
  readonly value: string
  readonly onChange: (html: string) => void
  /** How much room it has while it is empty. `small`: a line, with the tools of a line while somebody writes in it. */
  readonly size?: 'small' | 'medium' | 'tall'
  /** Offers formulas, where the server lets them through. */
  readonly formulas?: boolean
  /** Offers sound and video beside pictures. */
  readonly media?: boolean
  readonly problemId?: string
}

const COLUMNS = [1, 2, 3] as const

/** A field for formatted text. What is allowed in it is what the server lets through. */
export default function RichText({
  label,
  value,
  onChange,
  size,
  formulas = false,
  media = false,
  problemId,
}: RichTextProps) {
  const latestSave = useRef(onChange)
  latestSave.current = onChange
  const last = useRef(value)
  const editor = useEditor({
    extensions: [
      StarterKit.configure({ heading: { levels: [2, 3, 4] }, link: { openOnClick: false } }),
      ...ownNodes,
      ...(formulas ? [FormulaNode] : []),
    ],
    content: value,
    editorProps: {
      attributes: {
        ...{ role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, class: 'sy-prose' },
        ...(problemId !== undefined && { 'aria-invalid': 'true', 'aria-describedby': problemId }),
      },
    },
    onUpdate: ({ editor: current }) => {
      last.current = current.isEmpty ? '' : current.getHTML()
      latestSave.current(last.current)
    },
  })
  // Another text from outside: the newest was loaded.
  useEffect(() => {
    if (editor && value !== last.current) {
      last.current = value
      editor.commands.setContent(value, { emitUpdate: false })
    }
  }, [editor, value])
  return (
    <div className={size ? `sy-rich sy-rich-${size}` : 'sy-rich'}>
      {editor && <Toolbar editor={editor} formulas={formulas} media={media} isLine={size === 'small'} />}
      <EditorContent editor={editor} className="sy-rich-text" />
    </div>
  )
}

interface Tool {
  readonly name: string
  readonly sign: ReactNode
  readonly run: (editor: Editor, t: TextOf) => void
  readonly active?: (editor: Editor) => boolean
}

const tools: readonly Tool[] = [
  {
    name: 'heading',
    sign: 'H1',
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    active: (editor) => editor.isActive('heading', { level: 2 }),
  },
  {
    name: 'subheading',
    sign: 'H2',
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    active: (editor) => editor.isActive('heading', { level: 3 }),
  },
  {
    name: 'bold',
    sign: <b>B</b>,
    run: (editor) => editor.chain().focus().toggleBold().run(),
    active: (editor) => editor.isActive('bold'),
  },
  {
    name: 'italic',
    sign: <i>I</i>,
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    active: (editor) => editor.isActive('italic'),
  },
  {
    name: 'underline',
    sign: <u>U</u>,
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
    active: (editor) => editor.isActive('underline'),
  },
  {
    name: 'bullets',
    sign: '•',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    active: (editor) => editor.isActive('bulletList'),
  },
  {
    name: 'numbers',
    sign: '1.',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    active: (editor) => editor.isActive('orderedList'),
  },
  {
    name: 'quote',
    sign: '“',
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    active: (editor) => editor.isActive('blockquote'),
  },
  {
    name: 'code',
    sign: '<>',
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
    active: (editor) => editor.isActive('codeBlock'),
  },
  {
    name: 'table',
    sign: '▦',
    run: (editor, t) => {
      const headings = COLUMNS.map((number) => t('editor.column', { number }))
      editor.chain().focus().insertContent(newTable(headings)).run()
    },
  },
  { name: 'undo', sign: <Icon name="undo" size={16} />, run: (editor) => editor.chain().focus().undo().run() },
]

const tableTools = { addRow: addRowAfter, addColumn: addColumnAfter, deleteRow, deleteColumn, deleteTable } as const

/** What makes sense in a single line. */
const toolsOfLine: readonly string[] = ['bold', 'italic', 'underline', 'undo']

interface ToolbarProps {
  readonly editor: Editor
  readonly formulas: boolean
  readonly media: boolean
  readonly isLine: boolean
}

function Toolbar({ editor, formulas, media, isLine }: ToolbarProps) {
  const t = useText('catalog')
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      active: tools.map((tool) => tool.active?.(current) ?? false),
      inTable: isInTable(current.state),
      link: String(current.getAttributes('link').href ?? ''),
      formula: chosenFormula(current),
    }),
  })
  return (
    <div className="sy-flow sy-rich-tools" role="toolbar" aria-label={t('editor.tools')}>
      {tools.map(
        (tool, at) =>
          (!isLine || toolsOfLine.includes(tool.name)) && (
            <ToolButton
              key={tool.name}
              label={t(`editor.${tool.name}`)}
              active={state.active[at]}
              onClick={() => tool.run(editor, t)}
            >
              {tool.sign}
            </ToolButton>
          ),
      )}
      {!isLine && <LinkTool editor={editor} href={state.link} />}
      <MediaTool editor={editor} kind="picture" />
      {media && <MediaTool editor={editor} kind="audio" />}
      {media && <MediaTool editor={editor} kind="video" />}
      {formulas && <FormulaTool editor={editor} chosen={state.formula} />}
      {state.inTable && <TableTools editor={editor} t={t} />}
    </div>
  )
}

function TableTools({ editor, t }: { editor: Editor; t: TextOf }) {
  return (
    <span className="sy-inline sy-wrap sy-rich-table">
      {Object.entries(tableTools).map(([name, command]) => (
        <Button
          key={name}
          size="small"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => command(editor.state, editor.view.dispatch)}
        >
          {t(`editor.${name}`)}
        </Button>
      ))}
    </span>
  )
}
