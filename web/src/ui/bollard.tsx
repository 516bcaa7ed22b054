/** What ships are tied to, on the quay of a drawing. */
export const Bollard = ({ x }: { x: number }) => (
  <path
    className="f i"
    transform={`translate(${x} 108)`}
    d="M0 0v-4h4.8c1.6-4 1.6-7.2.8-10.4c-5.6-.8-6.4-7.2 0-7.2h12.8c6.4 0 5.6 6.4 0 7.2c-.8 3.2-.8 6.4.8 10.4H24v4z"
  />
)
