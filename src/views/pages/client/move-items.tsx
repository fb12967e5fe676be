interface Item {
  room: string;
  item: string;
  quantity: number;
}

/** The items to be moved, by room. */
export function MoveItems({ items, className }: { items: readonly Item[]; className: string }) {
  const rooms = Map.groupBy(items, ({ room }) => room);
  return (
    <section aria-labelledby="items" className={className}>
      <h2 id="items" className="mb-3 font-semibold">
        Items
      </h2>
      <div className="grid gap-4 sm:grid-cols-2">
        {[...rooms].map(([room, all]) => (
          <div key={room}>
            <h3 className="font-medium">{room}</h3>
            <ul className="text-gray-700">
              {all.map(({ item, quantity }, index) => (
                <li key={index} className="wrap-anywhere">
                  {quantity > 1 && `${quantity} × `}
                  {item}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
