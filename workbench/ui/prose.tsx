/** A description from a contract: names in backticks are code. */
export const Prose = ({ text }: { text: string }) => (
  <>
    {text
      .split('`')
      .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
  </>
)
