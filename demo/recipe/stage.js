// Runs inside the page that draws a demo video: `draw(seconds)` sets the picture of that moment, so that the same
// moment always gives the same picture however long the drawing takes.
const clamp = (value) => Math.max(0, Math.min(1, value))
const ease = (value) => 1 - (1 - clamp(value)) ** 3

const effects = {
  rise: (part, p) => {
    part.style.opacity = p
    part.style.transform = `translateY(${(1 - p) * 22}px)`
  },
  slide: (part, p) => {
    part.style.opacity = p
    part.style.transform = `translateX(${(1 - p) * -26}px)`
  },
  grow: (part, p) => {
    part.style.transform = `scaleX(${p})`
  },
}

const scenes = [...document.querySelectorAll('.scene')].map((element, index) => ({
  element,
  ...window.timeline.scenes[index],
  parts: [...element.querySelectorAll('[data-step]')],
}))
const subtitle = document.querySelector('.subtitle span')
const progress = document.querySelector('.progress')

window.draw = (seconds) => {
  for (const scene of scenes) {
    const enters = ease((seconds - scene.start) / 0.3)
    const leaves = ease((seconds - scene.end + 0.35) / 0.35)
    scene.element.style.opacity = Math.min(enters, scene.last ? 1 : 1 - leaves)
    scene.element.style.visibility =
      seconds < scene.start || (!scene.last && seconds >= scene.end) ? 'hidden' : 'visible'
    const rank = new Map()
    for (const part of scene.parts) {
      const number = Number(part.dataset.step)
      const order = rank.get(number) ?? 0
      rank.set(number, order + 1)
      const start = (number === 0 ? scene.start + 0.15 : scene.lines[number].start) + order * 0.12
      if (part.dataset.effect === 'sun') {
        part.style.transform = `translateY(${70 * (1 - ease((seconds - scene.start) / 4))}px)`
      } else {
        effects[part.dataset.effect](part, ease((seconds - start) / (part.dataset.effect === 'grow' ? 0.9 : 0.55)))
      }
    }
  }
  const current = scenes.flatMap((scene) => scene.lines).findLast((line) => seconds >= line.start - 0.05)
  subtitle.textContent = current?.text ?? ''
  subtitle.style.visibility = current && seconds <= current.end + 0.6 ? 'visible' : 'hidden'
  progress.style.transform = `scaleX(${Math.round((seconds / window.timeline.duration) * 240) / 240})`
}
