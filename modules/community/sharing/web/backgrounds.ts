/**
 * The six backgrounds of a poster (SYSTEM-150). They are drawn by code, so they are sharp at every size. All are plain
 * in the middle, where the text stands.
 */
export interface Background {
  readonly name: string
  /** The color of the text. */
  readonly ink: string
  readonly soft: string
  readonly accent: string
  /** The color of the sheet under the text. */
  readonly sheet: string
  draw(context: CanvasRenderingContext2D, width: number, height: number): void
}

function wash(context: CanvasRenderingContext2D, width: number, height: number, ...colors: readonly string[]): void {
  const gradient = context.createLinearGradient(0, 0, width * 0.25, height)
  for (const [at, color] of colors.entries()) gradient.addColorStop(at / Math.max(1, colors.length - 1), color)
  context.fillStyle = gradient
  context.fillRect(0, 0, width, height)
}

/** A pseudo-random number between 0 and 1, equal at every drawing. */
function steady(at: number): number {
  const value = Math.sin(at * 127.1 + 311.7) * 43_758.5453
  return value - Math.floor(value)
}

/** A ridge of hills from edge to edge; `roughness` is a share of the height. */
function ridge(
  context: CanvasRenderingContext2D,
  {
    width,
    height,
    top,
    roughness,
    seed,
    color,
  }: { width: number; height: number; top: number; roughness: number; seed: number; color: string },
): void {
  context.fillStyle = color
  context.beginPath()
  context.moveTo(0, height)
  for (let step = 0; step <= 60; step += 1) {
    const x = (step / 60) * width
    const wave =
      Math.sin(step / 5 + seed) * 0.6 + Math.sin(step / 2.3 + seed * 2) * 0.28 + Math.sin(step / 11 + seed * 3)
    context.lineTo(x, height * (top - roughness * wave * 0.5))
  }
  context.lineTo(width, height)
  context.fill()
}

/** 山: hills that fade into the mist. */
const hills: Background = {
  name: 'hills',
  ink: '#1d2226',
  soft: '#4d5a62',
  accent: '#1f5c85',
  sheet: 'rgb(255 254 251 / 92%)',
  draw(context, width, height) {
    wash(context, width, height, '#f4efe4', '#e3ebee', '#c9d9e0')
    context.fillStyle = '#d9694f'
    context.beginPath()
    context.arc(width * 0.8, height * 0.1, width * 0.055, 0, Math.PI * 2)
    context.fill()
    const colors = ['#bccfd8', '#96b2c1', '#6f93a8', '#47718b', '#2b536c']
    for (const [at, color] of colors.entries())
      ridge(context, { width, height, top: 0.72 + at * 0.055, roughness: 0.055, seed: at * 1.7 + 0.4, color })
  },
}

/** 竹: stems and leaves in the morning. */
const bamboo: Background = {
  name: 'bamboo',
  ink: '#1c2a22',
  soft: '#496154',
  accent: '#2f6b4c',
  sheet: 'rgb(253 255 251 / 88%)',
  draw(context, width, height) {
    wash(context, width, height, '#f3f5e9', '#dfeadb', '#c4d9c6')
    for (let stem = 0; stem < 7; stem += 1) {
      const x = width * (stem < 4 ? 0.02 + stem * 0.045 : 0.82 + (stem - 4) * 0.07)
      const thick = width * (0.012 + 0.008 * steady(stem))
      context.fillStyle = `rgb(58 ${110 + Math.round(30 * steady(stem + 9))} 82 / ${30 + Math.round(35 * steady(stem + 3))}%)`
      for (let joint = 0; joint < 9; joint += 1) context.fillRect(x, joint * height * 0.115, thick, height * 0.112)
      for (let leaf = 0; leaf < 9; leaf += 1) {
        const y = height * (0.03 + 0.11 * leaf + 0.03 * steady(stem * 9 + leaf))
        const direction = steady(stem * 5 + leaf) > 0.5 ? 1 : -1
        const length = width * (0.06 + 0.05 * steady(leaf + stem))
        context.beginPath()
        context.moveTo(x, y)
        context.quadraticCurveTo(
          x + (direction * length) / 2,
          y - length * 0.22,
          x + direction * length,
          y + length * 0.3,
        )
        context.quadraticCurveTo(x + (direction * length) / 2, y + length * 0.12, x, y)
        context.fill()
      }
    }
  },
}

/** 云: drifting bands, as on a scroll. */
const clouds: Background = {
  name: 'clouds',
  ink: '#2a1f1a',
  soft: '#6b5548',
  accent: '#a8432a',
  sheet: 'rgb(255 252 247 / 88%)',
  draw(context, width, height) {
    wash(context, width, height, '#fbf3e6', '#f4ddc6', '#e8bfa3')
    context.lineWidth = width * 0.004
    for (let cloud = 0; cloud < 16; cloud += 1) {
      const x = width * (steady(cloud) * 1.1 - 0.05)
      const y = height * (cloud < 8 ? 0.02 + 0.16 * steady(cloud + 40) : 0.8 + 0.18 * steady(cloud + 40))
      const size = width * (0.05 + 0.06 * steady(cloud + 20))
      context.strokeStyle = `rgb(168 84 52 / ${22 + Math.round(24 * steady(cloud + 60))}%)`
      for (let ring = 1; ring <= 4; ring += 1) {
        context.beginPath()
        context.arc(x, y, (size * ring) / 4, Math.PI, Math.PI * 2)
        context.arc(x + size * 1.2, y, (size * ring) / 5, Math.PI, Math.PI * 2)
        context.stroke()
      }
    }
  },
}

/** 窗: the lattice of a study, light behind it. */
const lattice: Background = {
  name: 'lattice',
  ink: '#22201b',
  soft: '#5d564a',
  accent: '#7a4e1d',
  sheet: 'rgb(255 253 248 / 92%)',
  draw(context, width, height) {
    wash(context, width, height, '#efe4cd', '#e6d3b0', '#d7bd92')
    context.strokeStyle = 'rgb(94 58 24 / 38%)'
    context.lineWidth = width * 0.007
    const cell = width / 9
    for (let row = 0; row * cell < height + cell; row += 1) {
      for (let column = 0; column < 10; column += 1) {
        const x = column * cell + (row % 2 === 0 ? 0 : cell / 2)
        const y = row * cell
        context.strokeRect(x - cell * 0.32, y - cell * 0.32, cell * 0.64, cell * 0.64)
        context.beginPath()
        context.moveTo(x - cell / 2, y)
        context.lineTo(x - cell * 0.32, y)
        context.moveTo(x + cell * 0.32, y)
        context.lineTo(x + cell / 2, y)
        context.moveTo(x, y - cell / 2)
        context.lineTo(x, y - cell * 0.32)
        context.moveTo(x, y + cell * 0.32)
        context.lineTo(x, y + cell / 2)
        context.stroke()
      }
    }
  },
}

/** 水: the scales of waves, as on a court robe. */
const waves: Background = {
  name: 'waves',
  ink: '#10262f',
  soft: '#3f5f6b',
  accent: '#0f6675',
  sheet: 'rgb(251 255 255 / 88%)',
  draw(context, width, height) {
    wash(context, width, height, '#eef6f4', '#cfe6e6', '#9ccbd0')
    const radius = width / 12
    for (let row = 12; row >= 0; row -= 1) {
      for (let column = -1; column < 14; column += 1) {
        const x = column * radius * 1.02 + (row % 2 === 0 ? 0 : radius / 2)
        const y = height - row * radius * 0.42 + radius * 0.3
        for (let ring = 4; ring >= 1; ring -= 1) {
          context.fillStyle =
            ring % 2 === 0 ? `rgb(38 122 138 / ${62 - row * 4}%)` : `rgb(226 244 244 / ${80 - row * 4}%)`
          context.beginPath()
          context.arc(x, y, (radius * ring) / 7, 0, Math.PI * 2)
          context.fill()
        }
      }
    }
  },
}

/** 月: a lamp-lit evening under the moon. */
const moon: Background = {
  name: 'moon',
  ink: '#1b2030',
  soft: '#525a72',
  accent: '#8a5a1c',
  sheet: 'rgb(255 253 247 / 93%)',
  draw(context, width, height) {
    wash(context, width, height, '#1c2a4a', '#33456b', '#7b7f98')
    const glow = context.createRadialGradient(
      width * 0.76,
      height * 0.1,
      width * 0.04,
      width * 0.76,
      height * 0.1,
      width * 0.5,
    )
    glow.addColorStop(0, 'rgb(255 240 205 / 75%)')
    glow.addColorStop(1, 'rgb(255 240 205 / 0%)')
    context.fillStyle = glow
    context.fillRect(0, 0, width, height)
    context.fillStyle = '#fdf1d3'
    context.beginPath()
    context.arc(width * 0.76, height * 0.1, width * 0.085, 0, Math.PI * 2)
    context.fill()
    context.fillStyle = 'rgb(255 248 230 / 80%)'
    for (let star = 0; star < 60; star += 1) {
      context.beginPath()
      context.arc(
        width * steady(star),
        height * 0.5 * steady(star + 100),
        width * 0.0016 * (1 + steady(star + 7)),
        0,
        Math.PI * 2,
      )
      context.fill()
    }
    for (const [at, color] of ['#4a5677', '#343f5f', '#222b47'].entries())
      ridge(context, { width, height, top: 0.86 + at * 0.05, roughness: 0.03, seed: at * 2.1 + 1, color })
  },
}

export const backgrounds: readonly Background[] = [hills, bamboo, clouds, lattice, waves, moon]
