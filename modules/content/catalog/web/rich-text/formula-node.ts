/** A formula inside a line: its LaTeX is kept, and drawn where it stands. */
import { mergeAttributes, Node } from '@tiptap/react'
import { loadFormulas } from '#web/ui/formulas.ts'

export const FormulaNode = Node.create({
  name: 'formula',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    latex: {
      default: '',
      parseHTML: (element: HTMLElement) => element.dataset.latex ?? '',
      renderHTML: ({ latex }: { latex?: string }) => ({ 'data-latex': latex }),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-latex]' }],
  // The LaTeX is the text as well: for whoever reads the question without a program that draws it.
  renderHTML: ({ node, HTMLAttributes }) => ['span', mergeAttributes(HTMLAttributes), String(node.attrs.latex)],
  renderText: ({ node }) => String(node.attrs.latex),
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('span')
      const show = (latex: string) => {
        dom.dataset.latex = latex
        dom.textContent = latex
        void loadFormulas().then(
          (formulas) => {
            if (dom.dataset.latex === latex) dom.innerHTML = formulas.draw(latex)
          },
          () => undefined,
        )
      }
      show(String(node.attrs.latex))
      return {
        dom,
        update: (next) => {
          if (next.type.name !== 'formula') return false
          show(String(next.attrs.latex))
          return true
        },
      }
    },
})
