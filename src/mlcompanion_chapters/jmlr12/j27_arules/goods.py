"""Names for the 169 kinds of goods of the made-up shop; first those that the source lists."""

__all__ = ["GOODS"]

_NAMES = """\
liquor|red/blush wine|bottled beer|root vegetables|citrus fruit|other vegetables|soda|\
fruit/vegetable juice|tropical fruit|whole milk|yogurt|oil|rolls|sausage|bottled water|eggs|\
butter|cheese|cream|coffee|newspaper|chocolate|apples|pears|grapes|berries|onions|potatoes|\
carrots|cabbage|lettuce|cucumber|peppers|mushrooms|garlic|herbs|beans|peas|lentils|rice|\
pasta|noodles|flour|sugar|salt|pepper|vinegar|mustard|ketchup|mayonnaise|honey|jam|cereal|\
oats|rye bread|toast|crackers|crisps|nuts|raisins|biscuits|cake|ice cream|frozen peas|\
frozen fish|pizza|soup|stock cubes|ham|bacon|beef|pork|lamb|chicken|turkey|duck|salmon|tuna|\
herring|prawns|tofu|olives|pickles|tea|cocoa|syrup|lemonade|white wine|sparkling wine|cider|\
gin|vodka|rum|whisky|candles|matches|napkins|kitchen paper|toilet paper|tissues|soap|\
shampoo|toothpaste|toothbrush|razors|deodorant|lotion|detergent|bleach|sponges|brushes|\
bin bags|foil|cling film|batteries|light bulbs|pens|paper|envelopes|stamps|magazines|\
flowers|plants|seeds|soil|cat food|dog food|bird food|cat litter|baby food|nappies|wipes|\
formula|socks|tights|gloves|umbrellas|toys|balloons|cards|gift wrap|ribbon|tape|glue|\
scissors|string|screws|nails|paint|plasters|aspirin|vitamins|cough drops|curry|paprika|\
cinnamon|vanilla|yeast|gelatine|marzipan|nougat|popcorn|pretzels|waffles|muesli|quark|kefir|\
sorbet|herbal tea"""

GOODS = tuple(_NAMES.split("|"))
