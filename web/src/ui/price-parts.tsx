type PricePartsProps = { parts: readonly { type: string; value: string }[] }

/** A price with quieter decimals, from its parts as Intl.NumberFormat names them. */
export const PriceParts = ({ parts }: PricePartsProps) => (
  <span className="usd">
    {parts.map(({ type, value }, place) =>
      type === 'decimal' || type === 'fraction' ? (
        <span key={place} className="c">
          {value}
        </span>
      ) : (
        value
      ),
    )}
  </span>
)
